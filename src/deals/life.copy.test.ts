import { expect, test } from 'vitest'
import { dealsInWords, endedInWords, endsInWords } from './life.copy.ts'

const TODAY = '2026-11-23'

test.each([
  // Late in the evening in Toronto, it is already the next day in UTC.
  ['sold-out', '2026-11-24T04:30:00Z', 'Sold out today'],
  ['sold-out', '2026-11-22T15:00:00Z', 'Sold out since yesterday'],
  ['sold-out', '2026-11-21T03:00:00Z', 'Sold out since Friday'],
  ['sold-out', '2026-11-16T15:00:00Z', 'Sold out since Nov 16'],
  ['sold-out', '2025-11-16T15:00:00Z', 'Sold out since Nov 16, 2025'],
  ['time', '2026-11-23T15:00:00Z', 'Ended today'],
  ['time', '2026-11-22T15:00:00Z', 'Ended yesterday'],
  ['time', '2026-11-18T15:00:00Z', 'Ended on Wednesday'],
  ['time', '2026-11-02T15:00:00Z', 'Ended on Nov 2'],
  ['gone', '2026-11-20T15:00:00Z', 'Gone from the shop since Friday'],
  ['price-up', '2026-11-22T15:00:00Z', 'Back at full price since yesterday'],
  ['withdrawn', '2026-11-20T15:00:00Z', 'Taken back on Friday'],
] as const)('%s at %s reads: %s', (endedReason, endedAt, words) => {
  expect(endedInWords({ endedReason, endedAt }, TODAY)).toBe(words)
})

test('where the day is not known the date says it', () => {
  const ended = { endedReason: 'sold-out', endedAt: '2026-11-20T15:00:00Z' } as const
  expect(endedInWords(ended, '')).toBe('Sold out since Nov 20')
})

test.each([
  ['2026-11-23T12:00:30Z', 'Ends in a moment'],
  ['2026-11-23T12:01:00Z', 'Ends in 1 minute'],
  ['2026-11-23T12:59:59Z', 'Ends in 59 minutes'],
  ['2026-11-23T15:12:00Z', 'Ends in 3 hours 12 minutes'],
  ['2026-11-23T15:00:00Z', 'Ends in 3 hours'],
  ['2026-11-24T08:30:00Z', 'Ends in 20 hours'],
  ['2026-11-30T23:00:00Z', 'Ends Nov 30, 2026, 18:00 in Toronto'],
])('an end at %s reads: %s', (endsAt, words) => {
  expect(endsInWords(endsAt, new Date('2026-11-23T12:00:00Z'))).toBe(words)
})

test.each([
  [32, 2, '32 deals, 2 ended'],
  [32, 0, '32 deals'],
  [1, 1, '1 deal, 1 ended'],
])('%i deals of which %i have ended: %s', (deals, ended, words) => {
  expect(dealsInWords(deals, ended)).toBe(words)
})
