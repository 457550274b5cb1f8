import { describe, expect, test } from 'vitest'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import {
  callsFor,
  countNewDeals,
  pagesOf,
  pagesToShow,
  splitPage,
  withoutRepeats,
} from './paging.rules.ts'

test.each([
  [1, [], 1],
  [3, [], 1],
  // Up to 480 deals are restored; beyond that the last 480, plus cached pages before them.
  [40, [], 1],
  [41, [], 2],
  [41, [1], 1],
  [1_000_000, [999_959, 999_960], 999_959],
  [50, [2, 9, 10], 9],
  [2, [1, 2, 3], 1],
])('page %i, with %j at hand, shows the pages from %i on', (to, atHand, from) => {
  const range = pagesToShow(to, (page) => atHand.includes(page))
  expect(range).toEqual({ from, to })
  expect(pagesOf(range)).toHaveLength(to - from + 1)
})

test.each([
  [[1], [], [1]],
  [[1, 2], [1], []],
  [[4, 5], [], [4, 5]],
  [[1, 2, 3, 4, 5], [1], [5]],
  [[33, 34], [9], []],
  [Array.from({ length: 34 }, (_, index) => index + 1), [1, 2, 3, 4, 5, 6, 7, 8, 9], []],
])('the pages %j are fetched by the large pages %j and singly as %j', (missing, whole, single) => {
  expect(callsFor(missing)).toEqual({ whole, single })
})

test('a large page is the same as the small ones it stands for', () => {
  const deals = Array.from({ length: 30 }, (_, id) => ({ id })) as unknown as DealsPage['deals']
  const days = [{ day: '2026-11-21', deals: 78, ended: 0 }]
  const counts = { totalDeals: 78, endedDeals: 2 }
  const pagination = { currentPage: 2, totalPages: 2, ...counts, hasNextPage: false }
  const pages = splitPage({ deals, days, pagination, today: '2026-11-22' })
  expect(pages.map((each) => each.deals.length)).toEqual([12, 12, 6, 0])
  expect(pages.map((each) => each.pagination)).toEqual(
    [5, 6, 7, 8].map((currentPage) => ({
      currentPage,
      totalPages: 7,
      ...counts,
      hasNextPage: currentPage < 7,
    })),
  )
  expect(pages[2]).toMatchObject({ days, today: '2026-11-22' })
})

test('a deal that moved on to the next page is shown once, where it came first', () => {
  const deals = ['a', 'b', 'c', 'c', 'd', 'a'].map((id) => ({ id }))
  expect(withoutRepeats(deals).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

const page = (ids: string, totalDeals: number) =>
  ({ deals: [...ids].map((id) => ({ id })), pagination: { totalDeals } }) as DealsPage

describe('new deals', () => {
  test.each([
    ['none', 'cba', 'cba', 3, 0],
    ['two on top', 'cba', 'edc', 5, 2],
    ['one, although the newest was taken away', 'cba', 'dba', 3, 1],
    ['none when one is taken away', 'cba', 'ba', 2, 0],
    ['a whole page and more', 'cba', 'zyx', 40, 37],
    ['a first edition', '', 'cba', 3, 3],
  ])('%s', (_what, before, now, total, count) => {
    expect(countNewDeals(page(before, before.length), page(now, total))).toBe(count)
  })

  test('in another order only how much the list has grown is known', () => {
    expect(countNewDeals(page('cba', 3), page('cxb', 5), false)).toBe(2)
    expect(countNewDeals(page('cba', 3), page('cb', 2), false)).toBe(0)
  })
})
