import { describe, expect, test } from 'vitest'
import type { Sale } from '#app/membership/membership.contract.ts'
import { BOTH_PLANS } from '#test/support/offer.ts'
import { costsOf, intervalsOf, ratesOf } from './all-plans.copy.ts'
import { changeInWords } from './changed-terms.copy.ts'
import { costOf, offerInWords, termsInWords } from './offer.copy.ts'
import { dayAfter } from './trial-days.copy.ts'

const offered = (sale: Sale, plans = BOTH_PLANS) => {
  const words = offerInWords({ plans, sale })
  const [annual, monthly] = words.sold
  if (!annual) throw new Error('nothing is sold')
  return { ...words, annual, monthly: monthly ?? annual }
}
const { annual, monthly, saleLastDay } = offered(null)
const onSale = offered({ price: 67, lastDay: '2026-11-30' })

test('prices come from the offer, whole dollars without cents', () => {
  expect(annual).toMatchObject({ price: '$97', per: 'a year' })
  expect(monthly).toMatchObject({ price: '$12', per: 'a month' })
  expect(offered({ price: 67.5, lastDay: '2026-11-30' }).annual.salePrice).toBe('$67.50')
})

test('the annual plan says what it comes to by the month, and what it saves where months are sold', () => {
  expect(annual).toMatchObject({ comesTo: 'about $8 a month, billed yearly', saves: '$47' })
  expect(monthly).not.toHaveProperty('comesTo')
  expect(monthly).not.toHaveProperty('saves')
  const alone = offered(null, BOTH_PLANS.slice(0, 1))
  expect(alone.sold).toHaveLength(1)
  expect(alone.annual.comesTo).toBe(annual.comesTo)
  expect(alone.annual).not.toHaveProperty('saves')
})

test('a sale is the annual plan’s alone, and says its last day', () => {
  expect(onSale.annual.salePrice).toBe('$67')
  expect(onSale.monthly).not.toHaveProperty('salePrice')
  expect(onSale.saleLastDay).toBe('November 30')
  expect(saleLastDay).toBeUndefined()
})

test.each([
  [annual, true, false, '3 days free, then $97 a year. Cancel any time in your account.'],
  [
    monthly,
    true,
    false,
    '3 days free, then $12 a month. Cancel any time in your account. The guarantee needs twelve paid months: if you leave before, there is none.',
  ],
  [annual, false, false, '$97 a year, starting today. Cancel any time in your account.'],
  [
    onSale.annual,
    true,
    true,
    '3 days free, then $67 for the first year, then $97 a year. Cancel any time in your account.',
  ],
])('the terms beside a button: %#', (plan, isTrial, isSale, words) => {
  expect(termsInWords(plan, { isTrial, isSale }, 3)).toBe(words)
})

test.each([
  [
    { isTrial: true, isSale: false },
    { isTrial: false, isSale: false },
    'Your trial has been used. Membership starts today at $97 a year.',
  ],
  [
    { isTrial: true, isSale: true },
    { isTrial: true, isSale: false },
    'The sale has ended. Membership is free for 3 days, then $97 a year.',
  ],
  [
    { isTrial: false, isSale: false },
    { isTrial: true, isSale: true },
    'A sale has begun. You still have your free trial. Membership is free for 3 days, then $67 for the first year, then $97 a year.',
  ],
])('told %j, really %j: nobody goes to pay unawares', (told, real, words) => {
  expect(changeInWords(onSale.annual, { told, real, trialDays: 3 })).toBe(words)
})

test('a sale whose price is not known is not promised', () => {
  expect(costOf(annual, true)).toBe('$97 a year')
})

describe('the days of a trial are told by the reader’s calendar, and by ours where it differs', () => {
  const clockIn = (timeZone: string) => (at: Date) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

  test.each([
    // A Sunday in Toronto, from its first minute to its last.
    ['America/Toronto', '2026-11-22T05:00:00Z', ['Sun, Nov 22', 'Tue, Nov 24', 'Wed, Nov 25']],
    ['America/Toronto', '2026-11-22T17:00:00Z', ['Sun, Nov 22', 'Tue, Nov 24', 'Wed, Nov 25']],
    ['America/Toronto', '2026-11-23T04:59:00Z', ['Sun, Nov 22', 'Tue, Nov 24', 'Wed, Nov 25']],
    ['America/Toronto', '2026-11-23T05:00:00Z', ['Mon, Nov 23', 'Wed, Nov 25', 'Thu, Nov 26']],
    // The same noon elsewhere, and the night in which the calendars differ.
    ['Europe/Paris', '2026-11-22T17:00:00Z', ['Sun, Nov 22', 'Tue, Nov 24', 'Wed, Nov 25']],
    [
      'Europe/Paris',
      '2026-11-23T01:00:00Z',
      [
        'Mon, Nov 23 (Nov 22 in Toronto)',
        'Wed, Nov 25 (Nov 24 in Toronto)',
        'Thu, Nov 26 (Nov 25 in Toronto)',
      ],
    ],
    [
      'America/Los_Angeles',
      '2026-11-23T06:00:00Z',
      [
        'Sun, Nov 22 (Nov 23 in Toronto)',
        'Tue, Nov 24 (Nov 25 in Toronto)',
        'Wed, Nov 25 (Nov 26 in Toronto)',
      ],
    ],
    // The clocks go back on November 1, 2026: 72 hours from late on Friday end on Monday.
    ['America/Toronto', '2026-10-31T03:30:00Z', ['Fri, Oct 30', 'Sun, Nov 1', 'Mon, Nov 2']],
    // They go forward on March 14, 2027, and a year ends.
    ['America/Toronto', '2027-03-13T04:30:00Z', ['Fri, Mar 12', 'Mon, Mar 15', 'Tue, Mar 16']],
    ['America/Toronto', '2026-12-30T15:00:00Z', ['Wed, Dec 30', 'Fri, Jan 1', 'Sat, Jan 2']],
  ])('in %s at %s', (zone, now, days) => {
    expect([0, 2, 3].map((each) => dayAfter(each, new Date(now), clockIn(zone)))).toEqual(days)
  })
})

test('however many plans are sold, each is named with its price', () => {
  const { annual: one, monthly: two } = onSale
  const { salePrice: _, ...usual } = one
  const plus = { ...usual, name: 'Plus', price: '$150' }
  const three = { sold: [one, plus, two] }
  const sold = [one, two]
  expect(costsOf({ sold })).toBe('$67 for the first year, then $97 a year, or $12 a month')
  expect(costsOf(three)).toBe(
    '$67 for the first year, then $97 a year, $150 a year, or $12 a month',
  )
  expect(ratesOf({ sold })).toBe('$97 a year or $12 a month')
  expect(ratesOf(three)).toBe('$97 a year, $150 a year or $12 a month')
  expect(ratesOf({ sold: [two] })).toBe('$12 a month')
  expect([intervalsOf(three), intervalsOf({ sold: [one] })]).toEqual(['year or month', 'year'])
})
