import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { PriceHistory, ToldPrice } from '#app/deals/prices/prices.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { PriceLine } from './PriceLine.tsx'
import { PriceStory } from './PriceStory.tsx'
import { pricesQuery } from './queries.ts'

const price = (day: string, now: number | null): ToldPrice => ({
  ...{ day, now, was: null, basis: 'retailer', by: 'us', isSeen: true },
})
const prices = [price('2026-11-10', 400), price('2026-11-15', null), price('2026-11-18', 300)]
const draw = (change: Partial<Parameters<typeof PriceLine>[0]> = {}) =>
  drawPiece(createElement(PriceLine, { prices, until: '2026-11-20', isEnded: false, ...change }))

test('the line of a price says from when and what it went to, of an ended deal what it was last', () => {
  const { html, words } = draw()
  expect(html).toContain('aria-label="The price since Nov 10: from $400 to $300"')
  expect(html).toContain('d="M0 4H256V68H320"')
  expect(words).toBe('$400 Nov 10 now $300')
  expect(html).not.toContain('data-ended')
  const ended = draw({ isEnded: true })
  expect(ended.words).toBe('$400 Nov 10 last $300')
  expect(ended.html).toContain('data-ended="true"')
})

test('where a price never moved, or was seen once, there is nothing to draw', () => {
  expect(draw({ prices: [price('2026-11-10', 400)] }).html).toBe('')
  expect(draw({ prices: [price('2026-11-10', 400), price('2026-11-18', 400)] }).html).toBe('')
})

const deal = {
  ...{ id: 'coat', originalPrice: null, inShop: undefined, endedAt: null, state: 'live' },
  price: { basis: 'retailer', isProven: false, isLowest: false },
} as unknown as Deal

function drawStory(history: Partial<PriceHistory>, change: Partial<Deal> = {}) {
  const piece = createElement(PriceStory, { deal: { ...deal, ...change } })
  const answer: PriceHistory = { prices: [], badges: [], ...history }
  return drawPiece(piece, { known: [[pricesQuery('coat').queryKey, answer]] })
}

test('the newest price stands first in the table, with who saw it or that it is as stated', () => {
  const stated = { ...price('2026-11-18', 300), by: 'curator', isSeen: false, was: 450 } as const
  const { words } = drawStory({ prices: [price('2026-11-10', null), stated] })
  expect(words).toContain('All 2 prices we know of Day Price Before Seen Nov 18, 2026 $300.00')
  expect(words).toMatch(/\$450\.00 by a curator, as stated Nov 10, 2026 Not known – by us$/)
  expect(words).not.toContain('In the shop')
  const abroad = { ...price('2026-11-18', 300), inShop: 'EUR 280.00' }
  expect(drawStory({ prices: [abroad] }).words).toMatch(
    /The one price we know of Day Price Before In the shop Seen .* – EUR 280\.00 by us$/,
  )
})

test('whoever is no member reads on which day it was seen, of an ended deal nobody', () => {
  const seen = [price('2026-11-10', 400), { ...price('2026-11-18', 300), isSeen: false }]
  expect(drawStory({ prices: seen }).words).toContain('Seen by us on Nov 10.')
  const ended = drawStory({ prices: seen }, { state: 'ended', endedAt: '2026-11-20T15:00:00Z' })
  expect(ended.words).not.toContain('Seen by us on')
  expect(ended.html).toContain('data-ended="true"')
  expect(drawStory({ prices: [] }).words).not.toContain('prices we know of')
})
