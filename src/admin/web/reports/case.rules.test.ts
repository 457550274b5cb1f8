import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { ToldReport } from '#app/reports/reports-desk.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { Case } from './Case.tsx'

const deal = {
  ...{ id: 'deal-000000a', brandName: 'Maison', productName: 'Tote', retailer: 'Shop' },
  ...{ salePrice: 180, originalPrice: null, currency: 'USD', dealCardImageUrl: null },
} as ManagedDeal
const report: ToldReport = {
  ...{ id: 1, kind: 'gone', words: null, size: null, seenPrice: null, shownPrice: null },
  ...{ isEvidence: true, answeredAt: null, outcome: null, answered: 0, right: 0 },
  reportedAt: '2026-11-20T15:00:00Z',
}

test.each<[string, ToldReport['kind'], number, boolean, string]>([
  ['one that names none', 'gone', 1, false, ''],
  ['one that names a size', 'size', 1, true, ''],
  ['more than are listed', 'gone', 1235, true, 'And 1,234 more. An answer goes to all of them.'],
])('sizes can be taken off where somebody may have named one: of %s', (...asked) => {
  const [, kind, total, canTakeOff, more] = asked
  const open = { deal, saidGoneAt: null, reports: [{ ...report, kind }], total, through: 1 }
  const piece = createElement(Case, { open, isBusy: false, onDecide() {}, onLook() {} })
  const { html, words } = drawPiece(piece)
  const sizesOff = html.match(
    /<button[^>]*>(?:(?!<\/button>).)*size(?:(?!<\/button>).)*<\/button>/i,
  )
  expect(sizesOff?.[0].includes('disabled')).toBe(!canTakeOff)
  expect(words).toContain(more)
  expect(words.includes('more. An answer')).toBe(more !== '')
})
