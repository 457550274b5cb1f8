import { describe, expect, test } from 'vitest'
import { centsOf, type PriceFault, parsePrice } from './price-reading.facts.ts'

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
