import { expect, test } from 'vitest'
import {
  checkDraft,
  checkPrices,
  discountInWords,
  discountOf,
  draftParts,
  EMPTY_DRAFT,
  isSame,
  readTypedPrice,
  tidyPrice,
  withoutSent,
} from './draft.rules.ts'
import { faultWords } from './words.copy.ts'

const draft = {
  ...EMPTY_DRAFT,
  buyUrl: 'https://shop.example/coat',
  brandName: 'Maison Aubrelle',
  productName: 'Wool coat',
  originalPrice: '1290.00',
  salePrice: '774.00',
}

test.each([
  ['1290', 129_000],
  ['1,299.00', 129_900],
  ['$1299', 129_900],
  ['1.299,00', 129_900],
  ['1 299,5', 129_950],
  ['US$ 89.90', 8990],
  [' ', null],
  ['0', 0],
])('a price written %s is read', (text, cents) => {
  expect(readTypedPrice(text)).toEqual({ cents })
})

test.each(['12.345', '-5', 'about 20', '1.290', '€20', '1,2,3', '1000000.01'])(
  '%s is not taken for a price',
  (text) => expect(readTypedPrice(text)).toHaveProperty('fault'),
)

test('a price is tidied when its field is left, and kept when it is none', () => {
  expect(tidyPrice('$1,299')).toBe('1299.00')
  expect(tidyPrice('twelve')).toBe('twelve')
  expect(tidyPrice('')).toBe('')
})

test('the discount has one decimal and is unknown while a price is', () => {
  expect(discountOf(draft)).toBe(40)
  expect(discountOf({ ...draft, originalPrice: '300', salePrice: '200' })).toBe(33.3)
  expect(discountOf({ ...draft, salePrice: '' })).toBeNull()
  expect(discountOf({ ...draft, originalPrice: '0', salePrice: '0' })).toBeNull()
  const above = { ...draft, originalPrice: '100', salePrice: '900' }
  expect([discountOf(above), discountInWords(above)]).toEqual([null, 'None'])
  expect(discountInWords({ ...draft, salePrice: '' })).toBe('Price not available')
})

test('a sale price above the original is said at the sale price', () => {
  expect(faultWords(checkPrices({ ...draft, salePrice: '1290.01' }))).toEqual({
    salePrice: 'The sale price is above the original price.',
  })
  expect(checkPrices({ ...draft, salePrice: '1290' })).toEqual({})
  expect(checkPrices({ ...draft, originalPrice: '' })).toEqual({})
})

test('only the link is required, and brand and name too when it is published at once', () => {
  expect(faultWords(checkDraft(EMPTY_DRAFT, { isPublished: false }))).toEqual({
    buyUrl: 'Buy URL is required',
  })
  const bare = { ...EMPTY_DRAFT, buyUrl: draft.buyUrl }
  expect(checkDraft(bare, { isPublished: false })).toEqual({})
  expect(Object.keys(checkDraft(bare, { isPublished: true }))).toEqual(['brandName', 'productName'])
  expect(checkDraft(draft, { isPublished: true })).toEqual({})
})

test('of a deal that exists only what was changed is sent', () => {
  const mine = { ...draft, originalPrice: '$1,290', productName: ' Wool coat ', isPreview: true }
  expect(isSame('originalPrice', mine, draft)).toBe(true)
  expect(draftParts(mine, draft)).toEqual([['isPreview', 'true']])
  expect(draftParts({ ...draft, salePrice: '' }, draft)).toEqual([['salePrice', '']])
  expect(draftParts(draft)).toHaveLength(Object.keys(EMPTY_DRAFT).length)
})

test('what was typed while a deal was sent is there for the next one', () => {
  const next = { ...draft, buyUrl: 'https://shop.example/boots' }
  expect(withoutSent(next, draft)).toEqual({ ...EMPTY_DRAFT, buyUrl: next.buyUrl })
  expect(withoutSent(draft, draft)).toEqual(EMPTY_DRAFT)
})
