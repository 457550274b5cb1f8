import { describe, expect, test } from 'vitest'
import {
  addDays,
  businessClock,
  businessDay,
  businessOffsetMs,
  DAY_MS,
  daysBetween,
  formatDate,
  formatDateAt,
  formatDateOfWeek,
  formatDay,
  formatDayOfWeek,
  formatDayOfWeekFrom,
  formatDays,
  formatMinutes,
  formatMoment,
  formatMonth,
  formatShortDateOfWeek,
  formatShortDay,
  formatShortDayOfWeek,
  formatTime,
  formatWait,
  HOUR_MS,
  isCalendarDay,
  MINUTE_MS,
} from './dates.ts'

const english = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })

test.each([
  ['2026-11-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-11-28T00:00', false],
  ['', false],
])('%j is a day of the calendar: %s', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay)
})

describe('a calendar day', () => {
  const long = { month: 'long', day: 'numeric' } as const
  const short = { month: 'short', day: 'numeric' } as const
  const year = { year: 'numeric' } as const

  test.each([
    [formatDay, long],
    [formatDayOfWeek, { ...long, weekday: 'long' }],
    [formatShortDay, short],
    [formatShortDayOfWeek, { ...short, weekday: 'short' }],
    [formatDate, { ...long, ...year }],
    [formatDateOfWeek, { ...long, ...year, weekday: 'long' }],
    [formatShortDateOfWeek, { ...short, ...year, weekday: 'short' }],
    [formatMonth, { month: 'short', ...year }],
  ] as const)(
    '%o reads as it does in English, every day of a leap year and the next',
    (format, options) => {
      const words = english(options)
      for (let count = 0; count < 731; count += 1) {
        const date = new Date(Date.UTC(2028, 0, 1 + count))
        expect(format(date.toISOString().slice(0, 10))).toBe(words.format(date))
      }
    },
  )

  test.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-11-01', 0, '2026-11-01'],
  ])('%s and %i days is %s', (day, days, other) => {
    expect(addDays(day, days)).toBe(other)
    expect(daysBetween(day, other)).toBe(days)
  })
})

test.each([
  ['2026-12-31', 'Thursday, December 31'],
  ['2027-01-01', 'Friday, January 1, 2027'],
])('the year of %s is said where it is another than today’s', (day, words) => {
  expect(formatDayOfWeekFrom(day, '2026-11-29')).toBe(words)
})

describe('a moment, as the clock in Toronto shows it', () => {
  test.each([
    ['2026-11-21T04:59:59Z', '2026-11-20', '2026-11-20 23:59:59', -5],
    ['2026-11-21T05:00:00Z', '2026-11-21', '2026-11-21 00:00:00', -5],
    ['2026-07-01T03:59:59.999Z', '2026-06-30', '2026-06-30 23:59:59', -4],
    ['2026-07-01T04:00:00Z', '2026-07-01', '2026-07-01 00:00:00', -4],
    // The clocks change at 2 a.m. both times.
    ['2026-03-08T06:59:59Z', '2026-03-08', '2026-03-08 01:59:59', -5],
    ['2026-03-08T07:00:00Z', '2026-03-08', '2026-03-08 03:00:00', -4],
    ['2026-11-01T05:30:00Z', '2026-11-01', '2026-11-01 01:30:00', -4],
    ['2026-11-01T06:30:00Z', '2026-11-01', '2026-11-01 01:30:00', -5],
  ])('%s is of %s: %s', (at, day, clock, hoursAhead) => {
    expect(businessDay(new Date(at))).toBe(day)
    expect(businessClock(new Date(at))).toBe(clock)
    expect(businessOffsetMs(new Date(at))).toBe(hoursAhead * HOUR_MS)
  })

  test.each([
    ['2026-11-21T14:05:00Z', '09:05', 'Nov 21, 2026, 09:05', 'November 21, 2026'],
    ['2026-11-21T05:00:00Z', '00:00', 'Nov 21, 2026, 00:00', 'November 21, 2026'],
    ['2026-05-31T16:30:59Z', '12:30', 'May 31, 2026, 12:30', 'May 31, 2026'],
    ['2027-01-01T04:59:00Z', '23:59', 'Dec 31, 2026, 23:59', 'December 31, 2026'],
  ])('%s is said as %s, %s, %s', (at, time, moment, date) => {
    expect([formatTime(at), formatMoment(at), formatDateAt(at)]).toEqual([time, moment, date])
    expect(formatMoment(new Date(at))).toBe(moment)
  })

  test.each([undefined, null, '', 'soon'])('%j is none', (at) => {
    expect(formatDateAt(at)).toBeUndefined()
  })
})

test('a length of time is said in minutes or in days', () => {
  expect([formatMinutes(30 * MINUTE_MS), formatMinutes(MINUTE_MS)]).toEqual([
    '30 minutes',
    '1 minute',
  ])
  expect([0.2, 30, 90, 91, 1800, 5400, 5401, 86_400].map(formatWait)).toEqual([
    '1 second',
    '30 seconds',
    '90 seconds',
    '2 minutes',
    '30 minutes',
    '90 minutes',
    '2 hours',
    '24 hours',
  ])
  expect([formatDays(90 * DAY_MS), formatDays(DAY_MS)]).toEqual(['90 days', '1 day'])
})
