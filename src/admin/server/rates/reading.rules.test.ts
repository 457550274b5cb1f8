import { expect, test } from 'vitest'
import { pastedRows, readRateRows } from './reading.rules.ts'

const TODAY = '2026-11-20'
const KNOWN = [{ currency: 'EUR', day: '2026-11-13', dollars: 1.08 }]
const read = (text: string) => {
  const { rates, problems } = readRateRows(pastedRows(text), { known: KNOWN, today: TODAY })
  const told = problems.map(({ row, column, reason, isDoubt }) =>
    [row, column, reason, ...(isDoubt ? ['?'] : [])].join(' '),
  )
  return [...rates.map(({ currency, day, dollars }) => `${currency} ${day} ${dollars}`), ...told]
}

test.each<[string, string[]]>([
  ['EUR 1.085', ['EUR 2026-11-20 1.085']],
  ['eur\t2026-11-18\t1.085\n\n£;1.27', ['EUR 2026-11-18 1.085', 'GBP 2026-11-20 1.27']],
  ['€ 1.085', ['EUR 2026-11-20 1.085']],
  ['Dollars;Currency\n1.27;GBP', ['GBP 2026-11-20 1.27']],
  ['CHF,2026-11-19,1.13', ['CHF 2026-11-19 1.13']],
  ['Currency\tRate\tDate\nJPY\t0.0064\t2026-11-19', ['JPY 2026-11-19 0.0064']],
  ['', ['1  There are no rates in it.']],
  ['Currency\nEUR', ['1 Dollars is missing: the sheet needs this column']],
  ['EUR 1,085', ['1 Dollars could mean two things; write it with a point: 1.085']],
  ['EUR 0', ['1 Dollars must be above 0 and at most 100000']],
  ['EUR 2026-11-21 1.1', ['1 Day is a day to come']],
  ['USD 1', ['1 Currency is what rates are said in']],
  ['XQQ 1', ['1 Currency is none that we know; write three letters, such as EUR']],
  ['EUR', ['1 Line is not a currency, a day and its dollars']],
  ['GBP 1.27\nGBP 1.28', ['GBP 2026-11-20 1.27', '2 Dollars is said twice for GBP and this day']],
  // Euros per dollar.
  [
    'EUR 0.92\nEUR 2026-11-19 0.8',
    [
      'EUR 2026-11-20 0.92',
      'EUR 2026-11-19 0.8',
      '2 Dollars is far from 1.08, the rate of 2026-11-13: it is dollars for one EUR ?',
    ],
  ],
])('%j says %j', (text, told) => {
  expect(read(text)).toEqual(told)
})
