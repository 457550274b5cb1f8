import { expect, test } from 'vitest'
import { refusedInWords, sayingOf } from './saying.rules.ts'

test.each([
  ['113.50', 113.5],
  [' $1,200 ', 1200],
  ['113,50', 113.5],
  ['1.200,50', 1200.5],
  // Ambiguous or invalid: sent as typed, for the server to refuse.
  ['1.290', '1.290'],
  ['1,13,50', '1,13,50'],
  ['€113', '€113'],
  ['', ''],
  ['9999999', 9999999],
])('paid %j is said as %j', (typed, paid) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ deal: 'd', paid: typed, on: '2026-11-21' })) {
    form.set(name, value)
  }
  expect(sayingOf(form)?.body).toEqual({ paid, on: '2026-11-21' })
})

test.each([
  [
    { fields: { paid: 'must be a price, such as 180.00' }, serverText: 'paid: must be a price' },
    'What you paid must be a price, such as 180.00.',
  ],
  [
    { fields: { dealId: 'is no deal' }, serverText: 'dealId: is no deal' },
    'The deal’s address is no deal.',
  ],
  // Without a field of the form, the server's text is shown.
  [{ fields: { number: 'is no trip' }, serverText: 'number: is no trip' }, 'number: is no trip'],
  [{ fields: {}, serverText: 'The report has settled it.' }, 'The report has settled it.'],
  [{ fields: {}, serverText: undefined }, undefined],
])('%j is refused as %j', (refusal, words) => {
  expect(refusedInWords(refusal)).toBe(words)
})
