import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ProductFeed, ProductFeedRun } from '#app/product-feeds/product-feeds.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { FeedForm } from './FeedForm.tsx'
import { FeedRow } from './FeedRow.tsx'

const at = '2026-11-20T15:00:00Z'
const run: ProductFeedRun = {
  ...{ id: 2, state: 'done', askedBy: null, fileName: null, startedAt: at, endedAt: at, bytes: 0 },
  ...{ bytesTotal: null, rowsRead: 9, rowsKept: 9, rowsRefused: 0, rowsLeftOut: 0, pieces: 9 },
  ...{ added: 0, changed: 0, cheaper: 0, gone: 0, problem: null, refused: [] },
}
const feed: ProductFeed = {
  ...{ id: 'f1', name: 'Fold', address: 'https://feeds.example/a.xml', currency: 'EUR' },
  rules: { brands: [], categories: ['shoes'], minPercentOff: null, isInStockOnly: false },
  ...{ mapping: {}, version: 1, candidates: 1, nextFetchAt: at, columns: [], runs: [run] },
}
const draw = (change: Partial<ProductFeed>) =>
  drawPiece(createElement(FeedRow, { feed: { ...feed, ...change } }))

test('a feed leads to its candidates, and says when it is read next', () => {
  const { words, links } = draw({})
  expect(words).toMatch(/^Fold Daily from feeds.example, next /)
  expect(links).toMatchObject([{ words: '1 candidate', to: '/admin/candidates?feed=f1' }])
  expect(words).toContain('Its 1 candidate goes with it.')
  expect(draw({ candidates: 2 }).words).toContain('Its 2 candidates go with it.')
  const none = draw({ candidates: 0, runs: [], address: null })
  expect(none.words).toContain('By file')
  expect(none.words).toContain('No candidates Nothing has been read of it yet.')
  expect(none.links).toEqual([])
  expect(none.buttons).not.toContain('Fetch now')
})

test('while a feed is read nothing else is begun with it, and how far it is stands in a bar', () => {
  const reading = { ...run, state: 'reading', bytes: 30, bytesTotal: 60 } as const
  const drawn = draw({ runs: [reading] })
  expect(drawn.html).toMatch(/<progress [^>]*value="0.5"/)
  expect(drawn.html).toMatch(/<button(?=[^>]*aria-busy="true")[^>]*aria-label="Fetch Fold now"/)
  expect(drawn.html).toMatch(/<input type="file"[^>]*disabled/)
  expect(drawn.words).not.toContain(', next ')
  expect(draw({}).html).not.toMatch(/disabled|aria-busy="true"/)
})

test('what could not be used of a file is told row by row, the rest counted', () => {
  const refused = [{ row: 3, reason: 'It has no price.', words: 'Coat' }]
  const last = { ...run, rowsRefused: 3, refused }
  const { words } = draw({ runs: [last, { ...run, id: 1, state: 'same' }] })
  expect(words).toContain('3 rows could not be used Row 3 It has no price. Coat and 2 others')
  expect(words).toMatch(/Before Asked for .*: the same as before\./)
  expect(draw({ runs: [{ ...last, rowsRefused: 1 }] }).words).not.toContain('and ')
  const failed = { ...run, state: 'failed', problem: 'It is no feed.' } as const
  expect(draw({ runs: [failed] }).words).toContain('It is no feed. What was there before stays.')
  expect(draw({ runs: [failed], candidates: 0 }).words).not.toContain('What was there before')
})

test('a whole category takes in all that is within it', () => {
  const typed = { current: false }
  const form = { feed, typed, onKeep: async () => {}, onLeave: () => {} }
  const { html } = drawPiece(createElement(FeedForm, form))
  const boots = /<label data-narrow="true"><input type="checkbox"([^>]*)\/>Boots/.exec(html)?.[1]
  expect(boots).toContain('disabled')
  expect(boots).toContain('checked')
  const bags = /<label><input type="checkbox"([^>]*)\/>Bags/.exec(html)?.[1]
  expect(bags).not.toMatch(/disabled|checked/)
})
