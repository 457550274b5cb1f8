import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ImportRecord } from '#app/admin/bulk-upload.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { ImportRow } from './ImportRow.tsx'

const at = '2026-11-20T15:00:00Z'
const record: ImportRecord = {
  ...{ id: 'i1', fileName: 'coats.csv', createdAt: at, actorName: null, state: 'imported' },
  ...{ rowCount: 1200, createdCount: 9, duplicateCount: 0, updatedCount: 0, problemCount: 0 },
  ...{ undoneAt: null, undoneCount: null, remaining: 9, published: 0, edited: 0, noted: 0 },
  restorable: 0,
}
/** Returns the actions, without the confirmation that precedes them. */
const choices = (change: Partial<ImportRecord>) => {
  const drawn = drawPiece(createElement(ImportRow, { record: { ...record, ...change } }))
  const asked = ['Take it back', 'Keep it']
  return [
    ...drawn.links.map(({ words }) => words),
    ...drawn.buttons.filter((words) => words !== '' && !asked.includes(words)),
  ]
}

test.each<[string, Partial<ImportRecord>, string[]]>([
  ['of which deals are left', {}, ['Show', 'Undo']],
  ['of which nothing is left', { remaining: 0 }, []],
  ['that has updated deals', { remaining: 0, updatedCount: 2 }, ['Undo']],
  [
    'that was taken back',
    { state: 'undone', remaining: 0, restorable: 9, updatedCount: 2 },
    ['Restore 9 deals'],
  ],
  [
    'whose updates were taken back',
    { state: 'undone', remaining: 0, updatedCount: 2 },
    ['Update again'],
  ],
  ['that was refused', { state: 'refused', remaining: 0 }, []],
])('what can be done about an upload %s', (_, change, wanted) => {
  expect(choices(change)).toEqual(wanted)
})

test('an upload says who made it and what became of its rows, of a refused one that none was created', () => {
  const draw = (change: Partial<ImportRecord>) =>
    drawPiece(createElement(ImportRow, { record: { ...record, ...change } }))
  expect(draw({}).words).toMatch(
    /^coats.csv .* · On the server 1,200 rows · 9 created 1,200 9 0 0 0/,
  )
  expect(draw({ actorName: 'Noor' }).words).toContain(' · Noor 1,200 rows')
  const refused = draw({ state: 'refused', rowCount: null, problemCount: 3, remaining: 0 })
  expect(refused.words).toContain(' · On the server 3 wrong 0 0 0 3')
  expect(refused.html).toContain('<p class="admin-error">')
  expect(draw({}).html).not.toContain('admin-error')
})
