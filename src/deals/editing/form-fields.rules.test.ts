import { expect, test } from 'vitest'
import { fieldWords } from './form-fields.facts.ts'

test.each([
  ['productName', ' Silk scarf ', 'Silk scarf'],
  ['productName', ' ', ''],
  ['salePrice', '1,299', '$1,299.00'],
  ['salePrice', 'soon', 'soon'],
  ['salePrice', '', ''],
  ['category', 'small-leather-goods', 'Small Leather Goods'],
  ['category', '', ''],
  ['isPreview', true, 'Yes'],
  ['isPreview', false, 'No'],
] as const)('of %s, %j is told as %j', (field, value, words) => {
  expect(fieldWords(field, value)).toBe(words)
})
