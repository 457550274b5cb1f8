import { expect, test } from 'vitest'
import { pricesInDollars, rateFaults, saidPrices } from './rates.rules.ts'

const RATES = new Map([
  ['EUR', { currency: 'EUR', day: '2026-11-20', dollars: 1.085 }],
  ['JPY', { currency: 'JPY', day: '2026-11-19', dollars: 0.0064 }],
])

test.each([
  ['USD', 90000, 45000, [90000, 45000, null]],
  ['EUR', 89000, 44550, [96565, 48337, '2026-11-20']],
  ['JPY', 12_000_000, 9_900_050, [76800, 63360, '2026-11-19']],
  ['EUR', null, 44550, [null, 48337, '2026-11-20']],
  // Without two prices there is nothing to compare.
  ['GBP', 89000, 44550, [null, null, null]],
])('%s %s and %s are kept, with dollars where there is a rate', (currency, was, now, expected) => {
  const columns = pricesInDollars({ currency, was, now }, RATES)
  expect([columns.originalPriceCents, columns.salePriceCents, columns.rateDay]).toEqual(expected)
  expect(saidPrices(columns)).toEqual({ currency, was, now })
  const isHeld = currency === 'USD' || expected[2] !== null
  expect(rateFaults(columns).currency === undefined).toBe(isHeld)
})
