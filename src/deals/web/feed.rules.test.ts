import { describe, expect, test } from 'vitest'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { countNewDeals, pagesOf, pagesToShow, requestedPage, withoutRepeats } from './feed.rules.ts'

test.each([
  [null, 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['two', 1],
  ['1e3', 1],
  ['9999999', 1_000_000],
])('?page=%s asks for page %i', (page, number) => {
  expect(requestedPage(page)).toBe(number)
})

test.each([
  [1, [], [1]],
  [3, [], [1, 2, 3]],
  [9, [], [6, 7, 8, 9]],
  [6, [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]],
  [9, [1, 2, 5], [5, 6, 7, 8, 9]],
  [2, [1, 2, 3], [1, 2]],
])('page %i, with %j at hand, shows the pages %j', (to, atHand, shown) => {
  expect(pagesOf(pagesToShow(to, (page) => atHand.includes(page)))).toEqual(shown)
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
})
