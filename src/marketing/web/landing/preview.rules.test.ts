import { expect, test } from 'vitest'
import { latestEdition } from './preview.rules.ts'

const TODAY = '2026-11-22'
const deals = (...moments: Array<string | null>) =>
  moments.map((publishedAt, id) => ({ id, publishedAt }))
// Toronto is five hours behind UTC: these span Sunday from its first to its last minute.
const [first, noon, last] = ['2026-11-22T05:00:00Z', '2026-11-22T17:00:00Z', '2026-11-23T04:59:59Z']
const [before, after] = ['2026-11-22T04:59:59Z', '2026-11-23T05:00:00Z']

test.each([
  [
    'all of this morning',
    deals(last, noon, first),
    TODAY,
    'From this morning’s edition',
    [0, 1, 2],
  ],
  [
    'older ones are left out',
    deals(noon, noon, before, first),
    TODAY,
    'From this morning’s edition',
    [0, 1, 3],
  ],
  [
    'too few of this morning',
    deals(noon, first, before, before),
    TODAY,
    'From the latest editions',
    [0, 1, 2, 3],
  ],
  [
    'none of this morning',
    deals(before, before, after, null),
    TODAY,
    'From the latest editions',
    [0, 1, 2, 3],
  ],
  [
    'the day is not known',
    deals(noon, noon, noon),
    undefined,
    'From the latest editions',
    [0, 1, 2],
  ],
])('%s', (_what, chosen, today, title, ids) => {
  const edition = latestEdition(chosen, today)
  expect([edition.title, edition.shown.map(({ id }) => id)]).toEqual([title, ids])
})
