import { describe, expect, test } from 'vitest'
import { afterQuiet, type Hours, mailMayGoAt, nextEditionAt, readTimeZone } from './hours.rules.ts'

const daily: Hours = { edition: 'daily', editionWeekday: 0, hour: 7, timeZone: 'America/Toronto' }

describe('an edition is due at the hour of the person’s own clock', () => {
  test.each<[string, Partial<Hours>, after: string, due: string | undefined]>([
    ['in the morning of the same day', {}, '2026-11-23T11:59:59Z', '2026-11-23T12:00:00.000Z'],
    ['not twice at one moment', {}, '2026-11-23T12:00:00Z', '2026-11-24T12:00:00.000Z'],
    [
      'on the day that was chosen',
      { edition: 'weekly', editionWeekday: 0 },
      '2026-11-23T12:00:00Z',
      '2026-11-29T12:00:00.000Z',
    ],
    [
      'on that day a week later',
      { edition: 'weekly', editionWeekday: 1 },
      '2026-11-23T12:00:00Z',
      '2026-11-30T12:00:00.000Z',
    ],
    ['never for who takes none', { edition: 'never' }, '2026-11-23T12:00:00Z', undefined],
    [
      'in Honolulu, where clocks never change',
      { timeZone: 'Pacific/Honolulu' },
      '2026-10-31T20:00:00Z',
      '2026-11-01T17:00:00.000Z',
    ],
    [
      'in Toronto the night the clocks go back',
      {},
      '2026-10-31T20:00:00Z',
      '2026-11-01T12:00:00.000Z',
    ],
    [
      'at the first of an hour that comes twice',
      { hour: 1 },
      '2026-11-01T04:30:00Z',
      '2026-11-01T05:00:00.000Z',
    ],
    [
      'and not again at the second',
      { hour: 1 },
      '2026-11-01T05:00:00Z',
      '2026-11-02T06:00:00.000Z',
    ],
    [
      'after an hour that is left out',
      { hour: 2 },
      '2027-03-14T05:00:00Z',
      '2027-03-14T07:00:00.000Z',
    ],
    [
      'in Kathmandu, at a quarter of an hour',
      { timeZone: 'Asia/Kathmandu' },
      '2026-11-23T12:00:00Z',
      '2026-11-24T01:15:00.000Z',
    ],
  ])('%s', (_, hours, after, due) => {
    expect(nextEditionAt({ ...daily, ...hours }, new Date(after))?.toISOString()).toBe(due)
  })
})

test.each([
  ['an edition by day, however late', 'edition', {}, '2026-11-23T20:00Z', '2026-11-23T20:00Z'],
  ['an edition late at night', 'edition', {}, '2026-11-24T03:00Z', '2026-11-24T12:00Z'],
  ['within their own hour', 'edition', { hour: 23 }, '2026-11-24T04:59Z', '2026-11-24T04:59Z'],
  ['an hour past it', 'edition', { hour: 23 }, '2026-11-24T05:00Z', '2026-11-24T12:00Z'],
  ['alerts once a day, late', 'alerts', { hour: 20 }, '2026-11-24T03:30Z', '2026-11-24T12:00Z'],
  ['alerts at once', 'alerts', { alerts: 'at-once' }, '2026-11-24T06:00Z', '2026-11-24T06:00Z'],
  ['after an hour left out', 'edition', { hour: 2 }, '2027-03-14T07:30Z', '2027-03-14T07:30Z'],
] as const)(
  'what is ready by night waits for seven, but what they asked for then: %s',
  (_, stream, choice, at, may) => {
    const choices = { ...daily, alerts: 'daily' as const, ...choice }
    expect(mailMayGoAt(stream, choices, new Date(at))).toEqual(new Date(may))
  },
)

test('by day there is nothing to wait for', () => {
  const noon = new Date('2026-11-20T17:00Z')
  expect(afterQuiet(noon, 'America/Toronto')).toEqual(noon)
})

test.each([
  ['America/Toronto', 'America/Toronto'],
  ['pacific/honolulu', 'Pacific/Honolulu'],
  ['Mars/Phobos', undefined],
  ['', undefined],
  ['../../etc/passwd', undefined],
  [7, undefined],
])('the time zone %s is read as %s', (given, read) => {
  expect(readTimeZone(given)).toBe(read)
})
