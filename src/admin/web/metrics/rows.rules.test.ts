import { createElement } from 'react'
import { expect, test } from 'vitest'
import { CLOSED_ADMIN_SESSION } from '#app/admin/administrators/admin-session.facts.ts'
import type { MetricRows } from '#app/admin/metrics/metrics.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import { adminSessionQuery } from '#app/admin/web/shell/session.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { type RowsLink, rowsCall } from './address.rules.ts'
import { RowsPanel } from './RowsPanel.tsx'

const rows: MetricRows = {
  ...{ kind: 'deals', title: 'Deals', note: 'Those in the feed.', total: 120, page: 2, pages: 3 },
  columns: [
    { label: 'Deal', type: 'text' },
    { label: 'Clicks', type: 'count' },
    { label: 'Of them new', type: 'count' },
    { label: 'Taken', type: 'money' },
  ],
  rows: [
    {
      ...{ key: 'a', cells: ['Fold Coat', 1200, 7, 97], dealId: 'coat' },
      leadsTo: { rows: 'clicks', dealId: 'coat' },
    },
    { key: 'b', cells: ['Fold Scarf', 0, 0, null], dealId: null, leadsTo: { rows: 'clicks' } },
  ],
}

function draw(list: RowsLink, change: Partial<MetricRows> = {}, role = 'owner') {
  const answer = { ...rows, kind: list.rows, ...change }
  const known: Array<[readonly unknown[], unknown]> = [
    [queryOf(rowsCall(list, 'rows'), OF_ADMIN_DEALS).queryKey, answer],
    [adminSessionQuery.queryKey, { ...CLOSED_ADMIN_SESSION, isOpen: true, role }],
  ]
  return drawPiece(createElement(RowsPanel, { period: '30d', list }), { known })
}

const toOf = ({ links }: ReturnType<typeof drawPiece>, wanted: string) =>
  links.find(({ words }) => words === wanted)?.to

test('a list of many pages leads to those beside it, to the first without a number', () => {
  const drawn = draw({ rows: 'deals', state: 'taken-back', page: '2' })
  expect(toOf(drawn, 'Previous')).toBe('/admin/figures?rows=deals&state=taken-back')
  expect(toOf(drawn, 'Next')).toBe('/admin/figures?rows=deals&state=taken-back&page=3')
  expect(drawn.words).toContain('Page 2 of 3')
  expect(toOf(draw({ rows: 'deals' }, { page: 3 }), 'Next')).toBeUndefined()
  expect(draw({ rows: 'deals' }, { page: 1, pages: 1 }).words).not.toContain('Page 1')
})

test('of its filters the one that holds is marked, and each keeps what else was asked for', () => {
  const drawn = draw({ rows: 'clicks', from: '2026-11-15', click: 'bot', page: '2' })
  expect(drawn.links.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ words: 'Programs' }])
  expect(toOf(drawn, 'What counts')).toBe('/admin/figures?rows=clicks&from=2026-11-15')
  expect(toOf(drawn, 'Everything')).toBe('/admin/figures?rows=clicks&from=2026-11-15&click=all')
})

test('a deal leads to itself, the first count of a row to what is behind it, nought to nothing', () => {
  const drawn = draw({ rows: 'deals' })
  expect(toOf(drawn, 'Fold Coat')).toBe('/admin?ids=coat')
  expect(toOf(drawn, '1,200')).toBe('/admin/figures?rows=clicks&dealId=coat')
  expect(drawn.links.map(({ words }) => words)).not.toContain('7')
  expect(drawn.links.map(({ words }) => words)).not.toContain('0')
  expect(drawn.words).toContain('Fold Scarf (deleted) 0 0 –')
  expect(drawn.words).toContain('$97.00')
})

test('only deals are opened together, and a list leads back to the numbers that it is of', () => {
  expect(toOf(draw({ rows: 'deals' }), 'Open these in Manage Deals')).toBe('/admin?ids=coat')
  const clicks = draw({ rows: 'clicks' })
  expect(toOf(clicks, 'Open these in Manage Deals')).toBeUndefined()
  expect(toOf(clicks, 'All figures')).toBe('/admin/figures')
  expect(toOf(draw({ rows: 'recurring' }), 'Business numbers')).toBe('/admin/business')
})

test('a file is offered of what there is, one of a row for each person to owners alone', () => {
  const file = (list: RowsLink, change?: Partial<MetricRows>, role?: string) =>
    toOf(draw(list, change, role), 'Download as CSV')
  expect(file({ rows: 'deals', page: '2' })).toBe(`${ADMIN_CALLS.metrics}/csv/deals`)
  expect(file({ rows: 'deals' }, { total: 0, rows: [] })).toBeUndefined()
  expect(file({ rows: 'members' }, {}, 'analyst')).toBeUndefined()
  expect(file({ rows: 'deals' }, {}, 'analyst')).toBeDefined()
  expect(draw({ rows: 'deals' }, { total: 0, rows: [] }).words).toContain('Nothing yet.')
})
