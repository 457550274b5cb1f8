import { expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import { savedChange } from './changes.copy.ts'

const at = (salePrice: number | null) => ({ salePrice }) as Deal

test.each([
  [220, at(180), 'Was $220 when you saved it, now $180'],
  [180, at(220), 'Was $180 when you saved it, now $220'],
  [99.5, at(99), 'Was $99.50 when you saved it, now $99'],
  [220, at(220), undefined],
  [null, at(220), undefined],
  [220, at(null), undefined],
  [220, null, 'No longer listed'],
  [null, null, 'No longer listed'],
])('saved at %j, now %j: %j', (priceThen, deal, words) => {
  expect(savedChange({ priceThen, deal })).toBe(words)
})
