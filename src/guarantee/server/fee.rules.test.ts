import { expect, test } from 'vitest'
import { dueOf, feeOf, type Payment } from './fee.rules.ts'

const at = (day: string) => new Date(`${day}T15:00:00Z`)
const YEAR = { startsAt: at('2026-01-15'), endsAt: at('2027-01-15') }

type Span = [from: string, to: string, cents: number]
const payment = (amountCents: number, lines: Span[], refundedCents = 0): Payment => ({
  amountCents,
  refundedCents,
  lines: lines.map(([from, to, cents]) => ({ from: at(from), to: at(to), cents })),
})

const A_YEAR: Span = ['2026-01-15', '2027-01-15', 9700]

test.each<[name: string, payment: Payment, fee: number, due: number]>([
  ['a year', payment(9700, [A_YEAR]), 9700, 9700],
  ['a year on sale', payment(6700, [['2026-01-15', '2027-01-15', 6700]]), 6700, 6700],
  ['a month', payment(1200, [['2026-03-15', '2026-04-15', 1200]]), 1200, 1200],
  ['a month after the year', payment(1200, [['2027-01-15', '2027-02-15', 1200]]), 0, 0],
  ['a year of which a part went back', payment(9700, [A_YEAR], 1050), 9700, 8650],
  ['a year that went back whole', payment(9700, [A_YEAR], 9700), 9700, 0],
  ['a trial', payment(0, []), 0, 0],
  ['for no time at all', payment(500, [['2026-03-15', '2026-03-15', 500]]), 500, 500],
  ['a month paid by credit', payment(0, [['2026-03-15', '2026-04-15', 1200]]), 0, 0],
  [
    'a month of which credit paid a part',
    payment(1125, [['2026-03-15', '2026-04-15', 1200]]),
    1125,
    1125,
  ],
  [
    'a year that begins within the first: the days of it that lie there',
    payment(9700, [['2026-05-15', '2027-05-15', 9700]]),
    // 245 of 365 days.
    6511,
    6511,
  ],
  [
    'days that come to whole cents: what a division leaves behind is no cent more',
    payment(7300, [['2026-12-23', '2027-12-23', 7300]]),
    460,
    460,
  ],
  [
    'one that begins within it, with what was left of a month set against it',
    payment(8900, [
      ['2026-04-25', '2026-05-15', -800],
      ['2026-04-25', '2027-04-25', 9700],
    ]),
    // 265 of 365 days of 97.00, less 8.00.
    6243,
    6243,
  ],
  [
    'one that begins within it, when more went back before than is due',
    payment(9700, [['2026-05-15', '2027-05-15', 9700]], 7000),
    6511,
    0,
  ],
  ['lines that come to nothing', payment(0, [['2026-02-15', '2026-03-15', -800]]), 0, 0],
])('%s', (_name, given, fee, due) => {
  expect([feeOf(given, YEAR), dueOf(given, YEAR)]).toEqual([fee, due])
})

test('a cent is rounded for whoever paid, and never more than was paid', () => {
  for (let day = 1; day <= 28; day += 1) {
    const from = `2026-02-${String(day).padStart(2, '0')}`
    const given = payment(9999, [[from, '2027-06-30', 9999]])
    const fee = feeOf(given, YEAR)
    expect(Number.isInteger(fee)).toBe(true)
    expect(fee).toBeGreaterThan(0)
    expect(fee).toBeLessThan(9999)
  }
})
