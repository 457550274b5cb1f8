import { expect, test } from 'vitest'
import {
  formatPercent,
  formatPrice,
  formatRoundPercent,
  formatShortPrice,
  savings,
} from './money.rules.ts'

test.each([
  [189, '$189.00'],
  [1234.5, '$1,234.50'],
  ['99.9', '$99.90'],
  [0, '$0.00'],
  ['soon', '$0'],
  ['', '$0'],
  [null, '$0'],
  [Number.NaN, '$0'],
])('the price %j reads %s', (price, text) => {
  expect(formatPrice(price)).toBe(text)
})

test.each([
  [40, '40.0%', '40%'],
  [40.06, '40.1%', '40%'],
  [79.5, '79.5%', '80%'],
  ['half', '0%', '0%'],
  [undefined, '0%', '0%'],
])('%j off reads %s on a card and %s on its page', (percent, exact, round) => {
  expect(formatPercent(percent)).toBe(exact)
  expect(formatRoundPercent(percent)).toBe(round)
})

test.each([
  [420, 189, 231],
  [0.3, 0.1, 0.2],
  [100, 100, undefined],
  [null, 50, undefined],
  [100, null, undefined],
])('from %j to %j saves %j', (original, sale, saved) => {
  expect(savings(original, sale)).toBe(saved)
})

test('a price is written as English writes dollars, whatever its size', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  for (const cents of [0, 1, 10, 99, 100, 99_999, 100_000, 123_456_789, 100_000_000_000, -12_345]) {
    expect(formatPrice(cents / 100)).toBe(dollars.format(cents / 100))
  }
})

test('a whole price leaves its cents out', () => {
  expect([97, 97.5, 1200].map(formatShortPrice)).toEqual(['$97', '$97.50', '$1,200'])
})
