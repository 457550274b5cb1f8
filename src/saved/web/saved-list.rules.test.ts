import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { SavedDeal, SavedDeals } from '#app/saved/saved.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { savedQuery } from './queries.ts'
import { SavedList } from './SavedList.tsx'
import { TellMeAt } from './TellMeAt.tsx'

const entry: SavedDeal = {
  ...{ dealId: 'coat', brandName: 'Fold', savedAt: '2026-11-20T15:00:00Z' },
  ...{ priceThen: 220, tellAt: null, deal: null },
}
const facets = { department: [], category: [], brand: [], colour: [], size: [] }
const list: SavedDeals = {
  ...{ saved: [entry], total: 60, matching: 60, unlisted: 0, ended: 0, asleep: 0 },
  facets: { total: 60, ended: 0, facets, price: null, without: [], gone: [] },
}

type Shown = Partial<SavedDeals> & { page?: number; what?: string }

function draw({ page = 1, what = '', ...data }: Shown = {}) {
  const asked = { sort: 'price-up' as const, page, what }
  const props = { ...asked, problems: [], justRemoved: undefined, takenOff: undefined }
  return drawPiece(createElement(SavedList, props), {
    at: '/saved',
    known: [[savedQuery(asked).queryKey, { ...list, ...data }]],
  })
}

test('another page of what is saved keeps the order and what the list is narrowed to', () => {
  const { links } = draw({ page: 2, what: 'category=boots', total: 200, matching: 150 })
  const to = (words: string) => links.find((link) => link.words === words)?.to
  expect(to('Before these')).toBe('/saved?category=boots&sort=price-up')
  expect(to('After these')).toBe('/saved?category=boots&sort=price-up&page=3')
})

test('beyond the last page it is said where the list ended, with the way to its beginning', () => {
  const { words, links } = draw({ saved: [], page: 9, what: 'category=boots' })
  expect(words).toContain('The list ends before here.')
  const first = links.find((link) => link.words === 'Start with the first')
  expect(first?.to).toBe('/saved?category=boots&sort=price-up')
})

test.each([
  [1, '1 price you want to be told at waits for a membership.'],
  [2, '2 prices you want to be told at wait for a membership.'],
])('of %j prices that wait for a membership it is said', (asleep, words) => {
  expect(draw({ asleep }).words).toContain(words)
  expect(draw().words).not.toContain('for a membership.')
})

test.each([
  [null, 220, 'Tell me at $', ['Set the price for the piece by Fold']],
  [200, 220, 'We tell you at $200.', ['Do not tell me of the piece by Fold']],
  [200, 200, 'At your price of $200.', ['Ask anew about the piece by Fold']],
  [200, null, 'We tell you at $200.', ['Do not tell me of the piece by Fold']],
])('asked to be told at %j, and it costs %j: %s', (tellAt, salePrice, words, buttons) => {
  const deal = { salePrice } as Deal
  const drawn = drawPiece(createElement(TellMeAt, { entry: { ...entry, tellAt, deal } }))
  expect(drawn.words).toContain(words)
  expect(drawn.buttons).toEqual(buttons)
})
