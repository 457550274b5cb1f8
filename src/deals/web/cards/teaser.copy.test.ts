import { expect, test } from 'vitest'
import { gainInWords, pieceInWords } from './teaser.copy.ts'

test.each([
  ['women', 'totes', 'red', 'Women’s totes in red'],
  ['men', 'coats-and-jackets', null, 'Men’s coats & jackets'],
  ['kids', 'shoes', 'blue', 'Kids’ shoes in blue'],
  ['unisex', 'eyewear', 'gold', 'Unisex eyewear in gold'],
  [null, 'eyewear', 'gold', 'Eyewear in gold'],
  ['women', null, 'red', undefined],
])('a locked piece of %s, %s, %s is told as %s', (department, category, colour, words) => {
  expect(pieceInWords({ department, category, colour })).toBe(words)
})

test.each([
  [300, 199.5, 'Members save $100.50'],
  [null, 199.5, 'Join to unlock this deal'],
  [300, null, 'Join to unlock this deal'],
  [300, 300, 'Join to unlock this deal'],
])('was %s, now %s: %s', (originalPrice, salePrice, words) => {
  expect(gainInWords({ originalPrice, salePrice })).toBe(words)
})
