import { expect, test } from 'vitest'
import type { Sale } from '#app/membership/membership.contract.ts'
import { costsOf } from '#app/membership/web/join/all-plans.copy.ts'
import { offerInWords } from '#app/membership/web/join/offer.copy.ts'
import { offer } from '#app/shared/offer.ts'
import { BOTH_PLANS } from '#test/support/offer.ts'
import { faqOf } from './faq.copy.ts'

const offered = (sale: Sale, plans = BOTH_PLANS) => offerInWords({ plans, sale })
const answers = (sale: Sale, plans = BOTH_PLANS) =>
  Object.fromEntries(faqOf(offered(sale, plans)).map(({ id, answer }) => [id, answer]))

test('the answers say the one offer', () => {
  const { trial, price, guarantee, without } = answers(null)
  expect(trial).toContain('open for 3 days')
  expect(trial).toContain('goes on at $97 a year')
  expect(price).toContain(costsOf(offered(null)))
  expect(guarantee).toBe(offer.guarantee)
  expect(guarantee).toBe(
    'If your recorded savings in your first 12 paid months are under $100, we refund that year’s fee.',
  )
  expect(without).toContain('Three deals')
})

test('what the year comes to by the month is said, and what it saves where months are sold', () => {
  expect(answers(null).price).toContain(
    'Annual is about $8 a month, billed yearly, and $47 a year less than the monthly plan. Both start',
  )
  expect(answers(null, BOTH_PLANS.slice(0, 1)).price).toBe(
    '$97 a year. Annual is about $8 a month, billed yearly. It starts with the free trial.',
  )
})

test('and the sale while it runs', () => {
  const { trial, price } = answers({ price: 67, lastDay: '2026-11-30' })
  for (const answer of [trial, price]) {
    expect(answer).toContain('$67 for the first year, then $97 a year')
  }
})

test('each can be named', () => {
  const ids = faqOf(offered(null)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
