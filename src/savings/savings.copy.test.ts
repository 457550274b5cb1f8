import { expect, test } from 'vitest'
import { sumWords } from './savings.copy.ts'

const NONE = { counted: 0, recorded: 0, confirmed: 0, returned: 0, rejected: 0 }

test.each([
  [0, 0, 0, 'saved. No purchase is recorded yet.'],
  [1, 0, 0, 'saved in 1 purchase: it says below why nothing of it counts.'],
  [2, 0, 0, 'saved in 2 purchases: each says below why nothing of it counts.'],
  [3, 1, 20, 'saved in 1 of 3 purchases, before delivery. Confirmed by the retailers: $20.00.'],
  [1, 1, 0, 'saved in 1 purchase, before delivery. Confirmed by the retailers: $0.00.'],
])('of %i purchases %i saved something', (purchases, purchasesSaving, confirmed, words) => {
  expect(sumWords({ ...NONE, purchases, purchasesSaving, confirmed })).toBe(words)
})
