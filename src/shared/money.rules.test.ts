import { describe, expect, test } from 'vitest'
import {
  centsOf,
  centsToDollars,
  formatCents,
  formatDollars,
  formatPercent,
  formatPrice,
  formatRoundDollars,
  formatRoundPercent,
  formatShortPrice,
  type PriceFault,
  parsePrice,
  percentOff,
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

describe('a price that somebody has written', () => {
  test.each([
    ['0', 0],
    ['1290', 129_000],
    ['1290.5', 129_050],
    ['1290.50', 129_050],
    ['1290.', 129_000],
    [' 1290 ', 129_000],
    ['1,299.00', 129_900],
    ['$1299', 129_900],
    ['$ 1299', 129_900],
    ['$1,290.00', 129_000],
    ['US$ 1,290', 129_000],
    ['US $ 1,290', 129_000],
    ['USD 1290', 129_000],
    ['usd1290', 129_000],
    ['1,290 USD', 129_000],
    ['1290 $', 129_000],
    ['1,000,000.00', 100_000_000],
    ['12,50', 1250],
    ['12,5', 1250],
    ['1.299,00', 129_900],
    ['1 290,00', 129_000],
    ['1 299,5', 129_950],
    ['1\u00a0290.00', 129_000],
    ['1 290', 129_000],
    ['', null],
    [' \n', null],
  ])('%j is %j cents', (text, cents) => {
    expect(parsePrice(text)).toEqual({ cents })
  })

  test.each<[string, PriceFault]>([
    ['1.290', 'two-readings'],
    ['1.290.000', 'two-readings'],
    ['1.290,00 €', 'other-currency'],
    ['£100', 'other-currency'],
    ['C$100', 'other-currency'],
    ['CAD 100', 'other-currency'],
    ['100 eur', 'other-currency'],
    ['12.345', 'two-readings'],
    ['10.0055', 'too-precise'],
    ['1,290.555', 'too-precise'],
    ['-5', 'below-zero'],
    ['-1.00', 'below-zero'],
    ['1000000.01', 'too-high'],
    ['free', 'no-price'],
    ['about 20', 'no-price'],
    ['$', 'no-price'],
    ['-', 'no-price'],
    ['1,29,000', 'no-price'],
    ['1,2,3', 'no-price'],
    ['100-200', 'no-price'],
    ['1e3', 'no-price'],
    ['0x10', 'no-price'],
  ])('%j is none: %s', (text, fault) => {
    expect(parsePrice(text)).toEqual({ fault })
  })

  test.each<[number, ReturnType<typeof centsOf>]>([
    [1290, { cents: 129_000 }],
    [844.3500000000001, { cents: 84_435 }],
    [0, { cents: 0 }],
    [1_000_000, { cents: 100_000_000 }],
    [10.005, { fault: 'too-precise' }],
    [-1, { fault: 'below-zero' }],
    [1_000_000.01, { fault: 'too-high' }],
    [1e300, { fault: 'too-high' }],
  ])('the number %d is %j', (dollars, reading) => {
    expect(centsOf(dollars)).toEqual(reading)
  })
})

test('cents are dollars on the wire, and nothing known stays nothing', () => {
  expect([0, 5, 9700, -250].map((cents) => centsToDollars(cents))).toEqual([0, 0.05, 97, -2.5])
  expect(centsToDollars(null)).toBeNull()
})
