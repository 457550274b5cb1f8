import { expect, test } from 'vitest'
import { refusedInWords } from './saying.rules.ts'

test.each([
  [
    { fields: { paid: 'must be a price, such as 180.00' }, serverText: 'paid: must be a price' },
    'What you paid must be a price, such as 180.00.',
  ],
  [
    { fields: { dealId: 'is no deal' }, serverText: 'dealId: is no deal' },
    'The deal’s address is no deal.',
  ],
  // Of what no form has a field for, and of what is wrong with no field, the server says it.
  [{ fields: { number: 'is no trip' }, serverText: 'number: is no trip' }, 'number: is no trip'],
  [{ fields: {}, serverText: 'The report has settled it.' }, 'The report has settled it.'],
  [{ fields: {}, serverText: undefined }, undefined],
])('%j is refused as %j', (refusal, words) => {
  expect(refusedInWords(refusal)).toBe(words)
})
