import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Candidate, Candidates } from '#app/product-feeds/product-feeds.contract.ts'
import { MOST_PICKED_AT_ONCE } from '#app/product-feeds/product-feeds.facts.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { askedCandidates } from './address.rules.ts'
import { CandidateRow } from './CandidateRow.tsx'
import { PoolActions } from './PoolActions.tsx'
import { PoolFilters } from './PoolFilters.tsx'

const at = '2026-11-20T15:00:00Z'
const candidate: Candidate = {
  ...{ id: 7, feedId: 'f1', feedName: 'Fold feed', brandName: 'Fold', productName: 'Coat' },
  ...{ buyUrl: 'https://shop.example/coat', domain: 'shop.example', pictureUrl: null, pictures: 0 },
  ...{ department: 'women', category: 'boots', colour: null, currency: 'EUR', price: 450 },
  ...{ was: 900, wasBasis: 'rrp', percentOff: 50, isInStock: false, since: at },
  ...{ sizes: ['1', '2', '3', '4', '5', '6', '7', '8'], earlierPrice: 500 },
  ...{ known: null, dismissed: null },
}
const nothing = () => {}
const draw = (change: Partial<Candidate> = {}) =>
  drawPiece(
    createElement(CandidateRow, {
      ...{ candidate: { ...candidate, ...change }, isChosen: false, isBusy: false },
      ...{ onChoose: nothing, onPick: nothing, onDismiss: nothing, onBringBack: nothing },
    }),
  )

test('a candidate says what it costs, against what, and where its price went', () => {
  const { words } = draw()
  expect(words).toContain('Price now EUR 450, before EUR 900 50% off what is recommended')
  expect(words).toContain('Down from EUR 500')
  expect(words).toContain('1, 2, 3, 4, 5, 6 and 2 more · No picture · Sold out')
  expect(draw({ earlierPrice: 400 }).words).toContain('Up from EUR 400')
  expect(draw({ earlierPrice: null, wasBasis: 'retailer' }).words).not.toMatch(/from EUR|recommend/)
})

test('what is a deal by its link is not picked again, by its number it may be', () => {
  const known = { dealId: 'd1', name: 'Fold Coat', isLive: false } as const
  const byLink = draw({ known: { ...known, by: 'link' } })
  expect(byLink.buttons).toEqual([])
  expect(byLink.html).toMatch(/<input type="checkbox" disabled=""/)
  expect(byLink.words).toContain('In the club by this link, not out: Fold Coat')
  expect(byLink.links.at(-1)?.to).toBe('/admin?ids=d1#manage-deals')
  const byNumber = draw({ known: { ...known, by: 'gtin' } })
  expect(byNumber.buttons).toEqual(['Make a draft anyway', 'Dismiss'])
  expect(draw().buttons).toEqual(['Make a draft', 'Dismiss'])
  const away = draw({ dismissed: { by: 'Noor', at } })
  expect(away.buttons).toEqual(['Make a draft', 'Bring back'])
  expect(away.words).toContain('Dismissed by Noor, ')
})

test('the bar says how many are chosen, and of too many how many are picked', () => {
  const bar = (change: object) =>
    drawPiece(
      createElement(PoolActions, {
        ...{ chosen: 1, isDismissed: false, isBusy: false, words: '', failure: '', hasKey: true },
        ...{ wordsRef: { current: null }, onPick: nothing, onDismiss: nothing, onUndo: undefined },
        ...{ onBringBack: nothing, onChooseNone: nothing, onClose: nothing, ...change },
      }),
    )
  expect(bar({}).buttons).toEqual(['Make a draft', 'Dismiss', 'Choose none'])
  expect(bar({ chosen: 2, isDismissed: true }).buttons).toEqual([
    ...['Make drafts', 'Bring back', 'Choose none'],
  ])
  expect(bar({ chosen: MOST_PICKED_AT_ONCE }).words).not.toContain('at once')
  expect(bar({ chosen: MOST_PICKED_AT_ONCE + 1 }).words).toContain('are picked at once')
  expect(bar({ chosen: 0 }).html).toBe('')
  const done = { chosen: 0, words: 'Dismissed Fold Coat.' }
  expect(bar(done).buttons).toEqual(['Close'])
  expect(bar({ ...done, onUndo: nothing }).buttons).toEqual(['Undo z', 'Close'])
  expect(bar({ ...done, onUndo: nothing, hasKey: false }).html).not.toMatch(/aria-keyshortcuts|kbd/)
})

test('a category counts what is within it, and a brand is taken in and left out by a press', () => {
  const found = {
    ...{ candidates: [], total: 3, next: null, feeds: [] },
    categories: [
      { value: 'shoes', count: 1 },
      { value: 'boots', count: 2 },
    ],
    brands: [
      { key: 'fold', name: 'Fold', count: 2 },
      { key: 'oriel', name: 'Oriel', count: 1 },
    ],
  } as unknown as Candidates
  const filters = (search: string) =>
    drawPiece(
      createElement(PoolFilters, { asked: askedCandidates(new URLSearchParams(search)), found }),
    )
  expect(filters('').words).toContain('Shoes (3)')
  expect(filters('').words).toContain('Boots (2)')
  const { links } = filters('brand=fold&brand=gone&off=45')
  expect(links.map(({ words, to }) => [words, to])).toEqual([
    ['gone 0 ×, chosen: leave it out again', '/admin/candidates?off=45&brand=fold'],
    ['Fold 2 ×, chosen: leave it out again', '/admin/candidates?off=45&brand=gone'],
    ['Oriel 1', '/admin/candidates?off=45&brand=fold&brand=gone&brand=oriel'],
  ])
  expect(filters('off=45').words).toContain('45% off or more')
})
