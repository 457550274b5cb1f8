import { describe, expect, test } from 'vitest'
import { type Hours, nextEditionAt, readTimeZone } from './hours.rules.ts'

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
  ['America/Toronto', 'America/Toronto'],
  ['pacific/honolulu', 'Pacific/Honolulu'],
  ['Mars/Phobos', undefined],
  ['', undefined],
  ['../../etc/passwd', undefined],
  [7, undefined],
])('the time zone %s is read as %s', (given, read) => {
  expect(readTimeZone(given)).toBe(read)
})
