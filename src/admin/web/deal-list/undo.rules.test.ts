import { expect, test } from 'vitest'
import { findTarget } from './cursor.rules.ts'
import type { ListRow } from './rows.rules.ts'
import { actionDoneWords, type Done, reasonsInWords, remember, undoable } from './undo.rules.ts'

const deleted = (id: string): Done => ({ words: id, ids: [id], undo: 'restore', left: [] })

test('Undo takes back the newest step, then the one before it', () => {
  const steps = remember(remember([], deleted('a')), deleted('b'))
  expect(undoable(steps)?.ids).toEqual(['b'])
  expect(undoable(steps.slice(0, 1))?.ids).toEqual(['a'])
})

test('what was taken back is told, and Undo goes on with the one before', () => {
  const told: Done = { words: 'Taken back: deleted b', ids: ['b'], undo: undefined, left: [] }
  expect(undoable(remember([deleted('a')], told))?.ids).toEqual(['a'])
})

test('what changed nothing cannot be taken back and makes room for the next', () => {
  const refused: Done = { words: '', ids: [], undo: 'unpublish', left: [{ name: 'a', reason: '' }] }
  expect(undoable([refused])).toBeUndefined()
  expect(remember([refused], deleted('b'))).toEqual([deleted('b')])
})

test('the steps are not kept without end', () => {
  let steps: Done[] = []
  for (let id = 0; id < 30; id += 1) steps = remember(steps, deleted(String(id)))
  expect(steps).toHaveLength(20)
  expect(undoable(steps)?.ids).toEqual(['29'])
})

test('one deal is told by its name, more by their number', () => {
  expect(actionDoneWords('delete', 1, 'Fold Coat')).toBe('Deleted Fold Coat')
  expect(actionDoneWords('publish', 1204)).toBe('Published 1,204 deals')
})

test('why deals were left is told once for all that share the reason', () => {
  const published = 'ABCDE'.split('').map((name) => ({ name, reason: 'It is published already.' }))
  const bare = { name: 'Fold', reason: 'A brand is needed before it can be published.' }
  expect(reasonsInWords([...published.slice(0, 2), bare, ...published.slice(2)])).toEqual([
    'It is published already: A, B, C and 2 more',
    'A brand is needed before it can be published: Fold',
  ])
})

const rows: ListRow[] = [
  { kind: 'day', key: 'day-1', day: '2026-11-21' },
  { kind: 'gap', key: 'gap-0', position: 0 },
  { kind: 'day', key: 'day-2', day: '2026-11-20' },
  { kind: 'gap', key: 'gap-1', position: 1 },
]

test.each([
  [2, 1, 3],
  [2, -1, 1],
  [0, -1, 1],
  [-5, -1, 1],
  [9, 1, 3],
] as const)('going to row %d by %d one comes to row %d', (wanted, direction, target) => {
  expect(findTarget(rows, wanted, direction)).toBe(target)
})

test('in an empty list there is nowhere to go', () => {
  expect(findTarget([], 0, 1)).toBeUndefined()
})
