import { describe, expect, test } from 'vitest'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { countNewDeals, newDealsWords } from './new-deals.rules.ts'

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

  test('are counted in words', () => {
    expect(newDealsWords(1)).toBe('1 new deal')
    expect(newDealsWords(12)).toBe('12 new deals')
  })
})
