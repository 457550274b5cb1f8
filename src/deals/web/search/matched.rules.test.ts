import { expect, test } from 'vitest'
import { matchedParts } from './matched.rules.ts'

test.each([
  ['Aubrelle', 'aub', '[Aub]relle'],
  ['Maison Hélène', 'hele', 'Maison [Hélè]ne'],
  ['Coats & Jackets', 'jack coat', '[Coat]s & [Jack]ets'],
  // A match within a word is not what was meant.
  ['Velvet', 'vet', 'Velvet'],
  ['Velvet', ' !', 'Velvet'],
  // A tolerated typo leaves nothing to mark.
  ['Aubrelle', 'aubbrele', 'Aubrelle'],
])('of %s the typed %j is marked: %s', (label, typed, marked) => {
  const parts = matchedParts(label, typed)
  expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(marked)
})
