import { expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import { overInWords, savedChange } from './changes.copy.ts'

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

test.each([
  [1, 0, 'One of them has ended.'],
  [2, 0, '2 of them have ended.'],
  [0, 1, 'One of them is no longer listed.'],
  [0, 2, '2 of them are no longer listed.'],
  [2, 1, '2 of them have ended, one is no longer listed.'],
])('%i ended and %i no longer listed: %s', (ended, unlisted, words) => {
  expect(overInWords({ ended, unlisted })).toBe(words)
})

test('an ended deal says so itself, and no price of then beside it', () => {
  const deal = { salePrice: 180, state: 'ended' } as Deal
  expect(savedChange({ priceThen: 220, deal })).toBeUndefined()
})
