import { expect, test } from 'vitest'
import {
  dayOnClock,
  mailAlertAt,
  msUntilQuiet,
  nextDayOnClock,
  pushAlertAt,
} from './clock.rules.ts'

const TORONTO = 'America/Toronto'
const HONOLULU = 'Pacific/Honolulu'
const KOLKATA = 'Asia/Kolkata'
const CHATHAM = 'Pacific/Chatham'
const LORD_HOWE = 'Australia/Lord_Howe'
const BEIRUT = 'Asia/Beirut'

test.each([
  // By day it goes once it was combined with others.
  [TORONTO, '2026-11-20T15:00Z', '2026-11-20T15:10Z'],
  [HONOLULU, '2026-11-20T20:00Z', '2026-11-20T20:10Z'],
  // 21:49 is day; with the delay, 21:50 falls into the night.
  [TORONTO, '2026-11-21T02:49Z', '2026-11-21T02:59Z'],
  [TORONTO, '2026-11-21T02:50Z', '2026-11-21T12:00Z'],
  // With the delay, 6:49 falls into the last minute of the night, and 6:50 into the morning.
  [TORONTO, '2026-11-21T11:49Z', '2026-11-21T12:00Z'],
  [TORONTO, '2026-11-21T11:50Z', '2026-11-21T12:00Z'],
  [TORONTO, '2026-11-21T11:51Z', '2026-11-21T12:01Z'],
  // Honolulu has no summer time: the night of clock changes elsewhere is like any other.
  [HONOLULU, '2026-11-01T05:30Z', '2026-11-01T05:40Z'],
  [HONOLULU, '2026-11-01T08:30Z', '2026-11-01T17:00Z'],
  [HONOLULU, '2026-03-08T12:00Z', '2026-03-08T17:00Z'],
  // In Toronto the clocks go back that night, and forward in March: 7:00 stays 7:00.
  [TORONTO, '2026-11-01T03:00Z', '2026-11-01T12:00Z'],
  [TORONTO, '2026-11-01T06:30Z', '2026-11-01T12:00Z'],
  [TORONTO, '2026-03-08T06:30Z', '2026-03-08T11:00Z'],
  // Zones with offsets of half and quarter hours.
  [KOLKATA, '2026-11-20T16:20Z', '2026-11-21T01:30Z'],
  [KOLKATA, '2026-11-20T16:19Z', '2026-11-20T16:29Z'],
  [CHATHAM, '2026-11-20T10:00Z', '2026-11-20T17:15Z'],
  // Lord Howe's summer time is half an hour.
  [LORD_HOWE, '2026-10-03T12:30Z', '2026-10-03T20:00Z'],
])('a telephone in %s, alerted at %s, lights up at %s', (timeZone, at, due) => {
  expect(pushAlertAt(new Date(at), timeZone)).toEqual(new Date(due))
})

const daily = (timeZone: string, hour: number) => ({ alerts: 'daily' as const, hour, timeZone })

test.each([
  [
    'never',
    { alerts: 'never' as const, hour: 7, timeZone: TORONTO },
    '2026-11-20T15:00Z',
    undefined,
  ],
  // At once means at once, even at night.
  [
    'at once',
    { alerts: 'at-once' as const, hour: 7, timeZone: TORONTO },
    '2026-11-21T06:00Z',
    '2026-11-21T06:10Z',
  ],
  ['today still', daily(TORONTO, 18), '2026-11-20T15:00Z', '2026-11-20T23:00Z'],
  ['tomorrow', daily(TORONTO, 9), '2026-11-20T15:00Z', '2026-11-21T14:00Z'],
  ['this very minute is over', daily(TORONTO, 9), '2026-11-20T14:00Z', '2026-11-21T14:00Z'],
  // The chosen hour may be at night.
  ['in the night, as asked', daily(HONOLULU, 23), '2026-11-01T05:30Z', '2026-11-01T09:00Z'],
  ['left out by the clocks', daily(TORONTO, 2), '2026-03-08T05:00Z', '2026-03-08T07:00Z'],
  ['twice on the clocks', daily(TORONTO, 1), '2026-11-01T04:00Z', '2026-11-01T05:00Z'],
  ['not again the second time', daily(TORONTO, 1), '2026-11-01T05:30Z', '2026-11-02T06:00Z'],
])('a mail with alerts: %s', (_case, choices, at, due) => {
  expect(mailAlertAt(new Date(at), choices)).toEqual(due && new Date(due))
})

test.each([
  [TORONTO, '2026-11-21T04:59Z', '2026-11-20', '2026-11-21T05:00Z'],
  [HONOLULU, '2026-11-21T04:59Z', '2026-11-20', '2026-11-21T10:00Z'],
  [KOLKATA, '2026-11-20T18:30Z', '2026-11-21', '2026-11-21T18:30Z'],
  // Days of 25 and 23 hours.
  [TORONTO, '2026-11-01T04:00Z', '2026-11-01', '2026-11-02T05:00Z'],
  [TORONTO, '2026-03-08T05:00Z', '2026-03-08', '2026-03-09T04:00Z'],
  // Summer time starts at midnight there, so that hour is skipped.
  [BEIRUT, '2026-03-28T20:00Z', '2026-03-28', '2026-03-28T22:00Z'],
])('a day in %s at %s is %s, and the next begins %s', (timeZone, at, day, next) => {
  expect(dayOnClock(new Date(at), timeZone)).toBe(day)
  expect(nextDayOnClock(new Date(at), timeZone)).toEqual(new Date(next))
})

test('the night begins at ten, whatever the clocks do that day', () => {
  expect(msUntilQuiet(new Date('2026-11-20T15:00Z'), TORONTO)).toBe(12 * 3_600_000)
  expect(msUntilQuiet(new Date('2026-11-01T12:00Z'), TORONTO)).toBe(15 * 3_600_000)
  expect(msUntilQuiet(new Date('2026-11-21T03:00Z'), TORONTO)).toBe(0)
})
