import { expect, test } from 'vitest'
import { purchaseEntries } from './purchase.rules.ts'

const purchase = { event_id: 'purchase_1', value: 67, currency: 'USD', plan: 'annual' } as const

test('a purchase clears what was told before it, then names itself, its worth and its plan', () => {
  expect(purchaseEntries({ ...purchase, isFirst: true })).toEqual([
    { ecommerce: null },
    {
      event: 'purchase',
      event_id: 'purchase_1',
      ecommerce: {
        transaction_id: 'purchase_1',
        value: 67,
        currency: 'USD',
        items: [
          {
            item_id: 'annual',
            item_name: 'Annual membership',
            item_category: 'membership',
            price: 67,
            quantity: 1,
          },
        ],
      },
    },
  ])
})

test('one that was told of already, or is nobody’s here, is not told of', () => {
  expect(purchaseEntries({ ...purchase, isFirst: false })).toEqual([])
  expect(purchaseEntries(undefined)).toEqual([])
})
