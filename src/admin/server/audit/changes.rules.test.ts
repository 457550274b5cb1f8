import { expect, test } from 'vitest'
import { readChanges } from './changes.rules.ts'

const deal = {
  id: 'deal00000001',
  brandName: 'Maison Test',
  originalPrice: 1299,
  salePrice: 649.5,
  discount: 50,
  images: ['a.jpg'],
  dealCardImageUrl: 'c.jpg',
  isPreview: false,
  isPublished: false,
  carouselAssignment: 0,
  publishedAt: null,
  category: null,
  sizes: ['S', 'M'],
  version: 1,
  clicks: 3,
}

test.each<[string, object, string, string | null, string | null]>([
  ['a price', { salePrice: 1000 }, 'Sale price', '$649.50', '$1,000.00'],
  ['a price that is no longer known', { salePrice: null }, 'Sale price', '$649.50', null],
  ['a price of nothing', { salePrice: 0 }, 'Sale price', '$649.50', '$0.00'],
  ['a switch', { isPreview: true }, 'Preview', 'no', 'yes'],
  ['a name', { brandName: 'Other' }, 'Brand name', 'Maison Test', 'Other'],
  ['an empty name', { brandName: '' }, 'Brand name', 'Maison Test', null],
  ['a place', { carouselAssignment: 3 }, 'Carousel', null, '3'],
  ['a word of the vocabulary', { category: 'totes' }, 'Category', null, 'Totes'],
  ['a list', { sizes: ['S'] }, 'Sizes', 'S, M', 'S'],
  ['an empty list', { sizes: [] }, 'Sizes', 'S, M', null],
  ['the picture', { dealCardImageUrl: 'd.jpg' }, 'Card picture', null, 'changed'],
  ['a picture taken away', { dealCardImageUrl: null }, 'Card picture', null, 'removed'],
  ['more pictures', { images: ['a.jpg', 'b.jpg'] }, 'Further pictures', '1 picture', '2 pictures'],
  ['other pictures', { images: ['b.jpg'] }, 'Further pictures', null, 'changed'],
  [
    'a moment, as clocks in Toronto show it',
    { publishedAt: '2026-11-20T15:00:00.000Z' },
    'Published at',
    null,
    'Nov 20, 2026, 10:00',
  ],
  [
    'what a picture shows',
    { pictures: [{ alternative: 'A tote', focus: null }], pictureNotes: { a: 1 } },
    'Alternative text',
    null,
    'A tote',
  ],
  ['a field of a kind we do not know', { extra: { a: 1 } }, 'Extra', null, '{"a":1}'],
])('%s', (_, edit, field, before, after) => {
  expect(readChanges(deal, { ...deal, ...edit })).toEqual([{ field, before, after }])
})

test('where a piece is in its picture is told in percent', () => {
  const at = (focus: [number, number] | null) => ({ pictures: [{ alternative: 'A tote', focus }] })
  expect(readChanges(at(null), at([500, 255]))).toEqual([
    { field: 'Focal point', before: null, after: '50% 25.5%' },
  ])
})

test('that two pictures which look the same are both kept is told of the second', () => {
  const kept = (isKept: boolean) => ({ pictures: [{}, { isKept }] })
  expect(readChanges(kept(false), kept(true))).toEqual([
    { field: 'Kept beside one that looks the same', before: null, after: 'picture 2' },
  ])
})

test('what did not change, and what only follows, is left out', () => {
  expect(
    readChanges(deal, { ...deal, version: 2, clicks: 9, discount: 1, guessed: { colour: 'red' } }),
  ).toEqual([])
  expect(readChanges(null, null)).toEqual([])
})

test('what is new has nothing before, and what is gone nothing after', () => {
  const made = readChanges(null, deal)
  expect(made).toContainEqual({ field: 'Brand name', before: null, after: 'Maison Test' })
  expect(made.every(({ before }) => before === null)).toBe(true)
  expect(made.map(({ field }) => field)).toEqual([
    'Brand name',
    'Card picture',
    'Further pictures',
    'Original price',
    'Sale price',
    'Sizes',
  ])
  expect(readChanges(deal, null)).toContainEqual({
    field: 'Sale price',
    before: '$649.50',
    after: null,
  })
})
