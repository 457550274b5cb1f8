import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { SavingsTotals } from '#app/savings/savings.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { linePoints } from './line.rules.ts'
import { Totals } from './Totals.tsx'

const sums = { counted: 120, recorded: 20, confirmed: 100, returned: 0, rejected: 0 }
const year = { ...sums, purchases: 3, purchasesSaving: 2 }
const totals = {
  ever: year,
  months: [
    { month: '2026-09', counted: 20 },
    { month: '2026-10', counted: 100 },
    { month: '2026-11', counted: 0 },
  ],
  years: [{ ...year, year: 2026, returned: 30 }],
  membershipYears: [],
} as unknown as SavingsTotals

const draw = (change: Partial<SavingsTotals> = {}) =>
  drawPiece(createElement(Totals, { totals: { ...totals, ...change } }))

test('the line of savings says its best month, and stands as a table as well', () => {
  const { html, words, links } = draw()
  expect(html).toContain('aria-label="The most in one month was $100.00, in Oct 2026."')
  expect(html).toContain('points="0,76.8 160,0 320,96"')
  expect(words).toContain('Sep 2026 most $100 Nov 2026')
  expect(words).toContain('As a table Sep 2026 $20.00 Oct 2026 $100.00 Nov 2026 $0.00')
  expect(links).toMatchObject([{ words: 'Download all of it (CSV)', to: '/api/savings/csv' }])
  const months = totals.months.map((month) => ({ ...month, counted: 0 }))
  const none = draw({ months })
  expect(none.html).toContain('aria-label="Nothing was saved in these twelve months."')
  expect(none.words).not.toContain('most $')
})

test('what went back stands beside what counts, and is not in it', () => {
  const { html, words } = draw()
  expect(words).toContain(
    '2026 Recorded $20.00 Confirmed $100.00 Returned, not counted $30.00 Saved $120.00',
  )
  expect(html.match(/data-away="true"/g)).toHaveLength(1)
  expect(words).not.toContain('Rejected')
  expect(words).not.toContain('By membership year')
  const membershipYears = [{ ...year, number: 1, from: '2025-11-20', until: '2026-11-19' }]
  expect(draw({ membershipYears }).words).toContain('Nov 20, 2025 to Nov 19, 2026 Recorded')
  expect(draw({ years: [] }).words).toContain('Nothing is recorded yet.')
})

test('a line without any height stands on the ground', () => {
  expect(linePoints([0, 0], { width: 10, height: 5 })).toBe('0,5 10,5')
})
