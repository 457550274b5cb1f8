import { expect, test } from 'vitest'
import {
  centsToDollars,
  formatCents,
  formatDollars,
  formatPercent,
  formatPrice,
  formatRoundDollars,
  formatRoundPercent,
  formatShortPrice,
  percentOff,
  readWholeDollars,
  savings,
} from './money.ts'

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
  [99.9, '99.9%', '99%'],
  [100, '100.0%', '100%'],
  ['half', '0%', '0%'],
  [undefined, '0%', '0%'],
])('%j off reads %s on a card and %s on its page', (percent, exact, round) => {
  expect(formatPercent(percent)).toBe(exact)
  expect(formatRoundPercent(percent)).toBe(round)
  expect(percentOff(percent)).toBe(`${exact} off`)
  expect(percentOff(percent, true)).toBe(`${round} off`)
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
  const dollars = (options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...options })
  const [exact, round] = [dollars(), dollars({ maximumFractionDigits: 0 })]
  const short = dollars({ trailingZeroDisplay: 'stripIfInteger' })
  for (const cents of [
    ...[0, 1, 10, 50, 99, 100, 99_949, 99_950, 99_999, 100_000, 123_456_789, 100_000_000_000],
    ...[-1_234_567, -12_345, -150],
  ]) {
    expect(formatPrice(cents / 100)).toBe(exact.format(cents / 100))
    expect(formatDollars(cents / 100)).toBe(exact.format(cents / 100))
    expect(formatCents(cents)).toBe(exact.format(cents / 100))
    expect(formatRoundDollars(cents / 100)).toBe(round.format(cents / 100))
    expect(formatShortPrice(cents / 100)).toBe(short.format(cents / 100))
  }
})

test('a whole price leaves its cents out', () => {
  expect([97, 97.5, 1200].map(formatShortPrice)).toEqual(['$97', '$97.50', '$1,200'])
})

test('cents are dollars on the wire, and nothing known stays nothing', () => {
  expect([0, 5, 9700, -250].map((cents) => centsToDollars(cents))).toEqual([0, 0.05, 97, -2.5])
  expect(centsToDollars(null)).toBeNull()
})

test.each([
  ['1,200', 1200],
  [' $1,200 ', 1200],
  ['$ 80', 80],
  ['0', 0],
  ['', undefined],
  ['12.50', undefined],
  // 12.50 where a comma is the decimal separator.
  ['12,50', undefined],
  ['113,500', 113_500],
  ['1e3', undefined],
  ['0x10', undefined],
  ['-5', undefined],
  ['a hundred', undefined],
])('whole dollars are read as people type them: %j', (typed, dollars) => {
  expect(readWholeDollars(typed)).toBe(dollars)
})
