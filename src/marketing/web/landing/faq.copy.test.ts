import { expect, test } from 'vitest'
import { costsOf, offerInWords } from '#app/membership/web/join/offer.copy.ts'
import { offer } from '#app/shared/offer.ts'
import { faqOf } from './faq.copy.ts'

const answers = (sale: Parameters<typeof offerInWords>[1]) =>
  Object.fromEntries(faqOf(offerInWords(offer, sale)).map(({ id, answer }) => [id, answer]))

test('the answers say the one offer', () => {
  const { trial, price, guarantee, without } = answers(null)
  expect(trial).toContain('open for 3 days')
  expect(trial).toContain('goes on at $97 a year')
  expect(price).toContain(costsOf(offerInWords(offer, null)))
  expect(guarantee).toBe(offer.guarantee)
  expect(without).toContain('Three deals')
})

test('and the sale while it runs', () => {
  const { trial, price } = answers({ price: 67, lastDay: '2026-11-30' })
  for (const answer of [trial, price]) {
    expect(answer).toContain('$67 for the first year, then $97 a year')
  }
})

test('each can be named', () => {
  const ids = faqOf(offerInWords(offer, null)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
