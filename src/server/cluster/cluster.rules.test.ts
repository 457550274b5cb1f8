import { expect, test } from 'vitest'
import {
  countDeath,
  MOST_DEATHS,
  shareOfConnections,
  shareOfPool,
  WELL_AFTER_MS,
  waitAfterDeath,
} from './cluster.rules.ts'

test('whoever dies again and again waits longer each time, up to half a minute', () => {
  const waits = Array.from({ length: 9 }, (_, n) =>
    waitAfterDeath({ deaths: n + 1, isServed: true }),
  )
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('a crash loop that leaves nobody who serves is an end, one beside others is not', () => {
  const loop = { deaths: MOST_DEATHS, isServed: false }
  expect(waitAfterDeath(loop)).toBeUndefined()
  expect(waitAfterDeath({ ...loop, isServed: true })).toBeDefined()
  expect(waitAfterDeath({ deaths: MOST_DEATHS - 1, isServed: false })).toBeDefined()
})

test('a worker that was well dies for the first time', () => {
  expect(countDeath(3, WELL_AFTER_MS - 1)).toBe(4)
  expect(countDeath(3, WELL_AFTER_MS)).toBe(1)
})

test.each([
  [1, {}, 5],
  [2, {}, 6],
  [4, {}, 8],
  [8, {}, 6],
  [64, {}, 4],
  [4, { asked: 50 }, 10],
  [4, { asked: 5 }, 4],
])(
  'of %i workers with %j each gets %i connections, with one more while they are exchanged',
  (workers, asked, each) => {
    expect(shareOfPool(workers, { usual: 10, ...asked })).toBe(each)
  },
)

test('workers share what one network may have open', () => {
  expect(shareOfConnections(3, 1000) * 3).toBeGreaterThanOrEqual(1000)
})
