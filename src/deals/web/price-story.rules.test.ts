import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ToldPrice } from '#app/deals/prices/prices.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { PriceLine } from './PriceLine.tsx'

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
