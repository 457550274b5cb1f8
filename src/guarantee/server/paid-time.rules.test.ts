import { describe, expect, test } from 'vitest'
import { addMonths, atMonth, type PaidInvoice, paidRuns, yearOf } from './paid-time.rules.ts'

const at = (text: string) => new Date(text.includes('T') ? text : `${text}T15:00:00Z`)
const NOW = at('2026-06-01')

type Span = [from: string, to: string, cents?: number]

/** Creates an invoice per span; a list of spans shares one invoice. */
const paid = (...invoices: Array<Span | Span[]>): PaidInvoice[] =>
  invoices.map((given) => {
    const spans = (Array.isArray(given[0]) ? given : [given]) as Span[]
    const lines = spans.map(([from, to, cents = 1200]) => ({ from: at(from), to: at(to), cents }))
    return { subscriptionId: 'sub', paidAt: lines.at(-1)?.from ?? NOW, lines }
  })

/** Creates monthly payments from a day on, as the provider bills them. */
const monthly = (from: string, months: number, subscriptionId = 'sub'): PaidInvoice[] =>
  Array.from({ length: months }, (_, n) => ({
    subscriptionId,
    paidAt: addMonths(at(from), n),
    lines: [{ from: addMonths(at(from), n), to: addMonths(at(from), n + 1), cents: 1200 }],
  }))

const yearOfAll = (invoices: PaidInvoice[], now = NOW) => yearOf(paidRuns(invoices), now)

describe('twelve months of paid time', () => {
  test.each<[name: string, invoices: PaidInvoice[], startsAt: string, endsAt: string]>([
    ['a year at once', paid(['2026-03-03', '2027-03-03']), '2026-03-03', '2027-03-03'],
    ['twelve months one by one', monthly('2026-03-03', 12), '2026-03-03', '2027-03-03'],
    ['no more of thirteen', monthly('2026-03-03', 13), '2026-03-03', '2027-03-03'],
    [
      'from the 31st, over every short month',
      monthly('2026-01-31', 12),
      '2026-01-31',
      '2027-01-31',
    ],
    ['from the 30th, over February', monthly('2026-11-30', 12), '2026-11-30', '2027-11-30'],
    ['a year from February 29', paid(['2028-02-29', '2029-02-28']), '2028-02-29', '2029-02-28'],
    ['months from February 29', monthly('2028-02-29', 12), '2028-02-29', '2029-02-28'],
    ['over a February 29', monthly('2027-06-15', 12), '2027-06-15', '2028-06-15'],
    [
      'with two months not paid in between',
      [...monthly('2026-03-03', 5), ...monthly('2026-10-03', 7)],
      '2026-03-03',
      '2027-05-03',
    ],
    [
      'with the pause in the longest months, however short those that came instead',
      [...monthly('2027-02-01', 10), ...monthly('2028-02-01', 2)],
      '2027-02-01',
      '2028-04-01',
    ],
    [
      'over two subscriptions with a year between them',
      [...monthly('2025-01-10', 4), ...monthly('2026-01-20', 8, 'other')],
      '2025-01-10',
      '2026-09-20',
    ],
    [
      'changed to a year on the day of a renewal',
      [...monthly('2026-01-15', 4), ...paid(['2026-05-15', '2027-05-15', 9700])],
      '2026-01-15',
      '2027-01-15',
    ],
    [
      'changed to a year within a month',
      [
        ...monthly('2026-01-15', 4),
        ...paid([
          ['2026-04-25', '2026-05-15', -800],
          ['2026-04-25', '2027-04-25', 9700],
        ]),
      ],
      '2026-01-15',
      '2027-01-15',
    ],
    [
      'changed from a year to months, paid by what was left of it',
      [
        ...paid(['2026-01-01', '2027-01-01', 9700]),
        ...paid([
          ['2026-04-01', '2027-01-01', -7275],
          ['2026-04-01', '2026-05-01', 1200],
        ]),
        ...monthly('2026-05-01', 8),
      ],
      '2026-01-01',
      '2027-01-01',
    ],
    [
      'of two at once counted once',
      [...paid(['2026-01-01', '2027-01-01']), ...monthly('2026-02-01', 3, 'other')],
      '2026-01-01',
      '2027-01-01',
    ],
    [
      'with another year within the first one',
      [...paid(['2026-01-01', '2027-01-01']), ...paid(['2026-06-01', '2027-06-01'])],
      '2026-01-01',
      '2027-01-01',
    ],
    [
      'over the night on which clocks go forward',
      paid(['2026-03-08T04:30:00Z', '2027-03-08T04:30:00Z']),
      '2026-03-08T04:30:00Z',
      '2027-03-08T04:30:00Z',
    ],
    [
      'begun in summer time and over in winter time',
      paid(['2026-03-10T04:30:00Z', '2027-03-10T04:30:00Z']),
      '2026-03-10T04:30:00Z',
      '2027-03-10T04:30:00Z',
    ],
  ])('%s', (_name, invoices, startsAt, endsAt) => {
    expect(yearOfAll(invoices)).toEqual({
      startsAt: at(startsAt),
      endsAt: at(endsAt),
      paidMonths: 12,
      isWhole: true,
    })
  })

  test.each<[name: string, invoices: PaidInvoice[], paidMonths: number]>([
    ['eleven months', monthly('2025-03-03', 11), 11],
    ['three months', monthly('2025-03-03', 3), 3],
    [
      'half of a month',
      paid(['2025-03-01', '2025-03-16T15:00:00Z'], ['2025-04-01', '2025-04-16']),
      1,
    ],
    [
      'a year that was given back after three months',
      [
        ...paid(['2025-01-01', '2026-01-01', 9700]),
        ...paid([
          ['2025-04-01', '2026-01-01', -7275],
          ['2025-04-01', '2025-05-01', 1200],
        ]),
      ],
      4,
    ],
  ])('are not there with %s', (_name, invoices, paidMonths) => {
    const year = yearOfAll(invoices)
    expect(year).toMatchObject({ isWhole: false })
    expect(year?.paidMonths).toBeCloseTo(paidMonths, 1)
  })

  test('nothing paid is no year, and a trial is nothing', () => {
    expect(yearOfAll([])).toBeUndefined()
    expect(yearOfAll(paid(['2026-03-03', '2026-03-06', 0]))).toBeUndefined()
  })
})

describe('the end that is shown', () => {
  test('is where it would be if payments go on', () => {
    expect(yearOfAll(monthly('2026-04-10', 2))?.endsAt).toEqual(at('2027-04-10'))
    expect(yearOfAll(monthly('2026-01-31', 5))?.endsAt).toEqual(at('2027-01-31'))
  })

  test('stays while a renewal is being charged, and moves on while none is', () => {
    const invoices = monthly('2026-01-10', 4)
    const [early, late] = [at('2026-05-11'), at('2026-06-10')]
    expect(yearOfAll(invoices, early)?.endsAt).toEqual(at('2027-01-10'))
    expect(yearOfAll(invoices, late)?.endsAt).toEqual(at('2027-02-10'))
    // The three days during which a renewal is retried.
    const [third, after] = [at('2026-05-13'), at('2026-05-14')]
    expect(yearOfAll(invoices, new Date(third.getTime() - 1))?.endsAt).toEqual(at('2027-01-10'))
    expect(yearOfAll(invoices, after)?.endsAt).not.toEqual(at('2027-01-10'))
  })

  test('is reckoned by months for what is said halfway', () => {
    const now = at('2027-01-01')
    for (const [invoices, nine, eleven] of [
      [paid(['2026-03-03', '2027-03-03']), '2026-12-03', '2027-02-03'],
      [monthly('2026-03-03', 10), '2026-12-03', '2027-02-03'],
      [[...monthly('2026-03-03', 5), ...monthly('2026-10-03', 5)], '2027-02-03', '2027-04-03'],
    ] as Array<[PaidInvoice[], string, string]>) {
      const runs = paidRuns(invoices)
      const year = yearOf(runs, now)
      if (!year) throw new Error('There is no year.')
      expect([atMonth(runs, 9, year), atMonth(runs, 11, year)]).toEqual([at(nine), at(eleven)])
    }
  })
})
