import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from './draft.rules.ts'
import { previewDeal } from './preview.rules.ts'

const parts = {
  draft: {
    ...EMPTY_DRAFT,
    brandName: 'Solvane',
    productName: 'Long coat',
    originalPrice: '$1,200',
    salePrice: '600',
  },
  pictures: ['card.jpg', 'more.jpg'],
  placeholder: '#ddccbb',
  domain: 'shop.example',
  since: '2026-11-20',
}

test('a member sees all of it', () => {
  expect(previewDeal(parts, 'member')).toMatchObject({
    isAccessible: true,
    productName: 'Long coat',
    domain: 'shop.example',
    originalPrice: 1200,
    salePrice: 600,
    discount: 50,
    dealCardImageUrl: 'card.jpg',
    images: ['more.jpg'],
    price: { since: '2026-11-20' },
  })
})

test.each([
  ['visitor', false, false],
  ['visitor', true, false],
  ['free', false, false],
  ['free', true, true],
] as const)('a %s, with the free preview ticked %s, may open it: %s', (viewer, isPreview, may) => {
  const deal = previewDeal({ ...parts, draft: { ...parts.draft, isPreview } }, viewer)
  expect(deal.isAccessible).toBe(may)
  expect('productName' in deal).toBe(may)
  expect('domain' in deal).toBe(may)
})
