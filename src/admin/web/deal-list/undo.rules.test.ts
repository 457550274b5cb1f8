import { expect, test } from 'vitest'
import { keptSteps, remember, type Step, undoable } from './undo.rules.ts'

const deleted = (id: string): Step => ({ words: id, ids: [id], undo: 'restore', left: [] })

test('Undo takes back the newest step, then the one before it', () => {
  const steps = remember(remember([], deleted('a')), deleted('b'))
  expect(undoable(steps)?.ids).toEqual(['b'])
  expect(undoable(steps.slice(0, 1))?.ids).toEqual(['a'])
})

test('what was taken back is told, and Undo goes on with the one before', () => {
  const told: Step = { words: 'Taken back: deleted b', ids: ['b'], undo: undefined, left: [] }
  expect(undoable(remember([deleted('a')], told))?.ids).toEqual(['a'])
})

test('what changed nothing cannot be taken back and makes room for the next', () => {
  const refused: Step = { words: '', ids: [], undo: 'unpublish', left: [{ name: 'a', reason: '' }] }
  expect(undoable([refused])).toBeUndefined()
  expect(remember([refused], deleted('b'))).toEqual([deleted('b')])
})

test('the steps are not kept without end', () => {
  let steps: Step[] = []
  for (let id = 0; id < 30; id += 1) steps = remember(steps, deleted(String(id)))
  expect(steps).toHaveLength(20)
  expect(undoable(steps)?.ids).toEqual(['29'])
})

test('a reload keeps what can be undone, without what was to be read once', () => {
  const edited: Step = {
    ...{ words: 'Changed 2 deals', ids: ['a', 'b'], undo: 'edit', error: 'The line is down.' },
    batches: [{ batchId: 'first', ids: ['a', 'b'] }],
    left: [{ name: 'c', reason: 'It has changed.' }],
  }
  const told: Step = { words: 'Taken back', ids: ['d'], undo: undefined, left: [] }
  expect(keptSteps([deleted('x'), edited, told])).toEqual([
    deleted('x'),
    {
      ...{ words: 'Changed 2 deals', ids: ['a', 'b'], undo: 'edit', left: [] },
      batches: [{ batchId: 'first', ids: ['a', 'b'] }],
    },
  ])
})
