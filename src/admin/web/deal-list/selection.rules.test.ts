import { expect, test } from 'vitest'
import { extendTo, NOTHING, toggle, toggleAll, without } from './selection.rules.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('a deal is chosen, and given up again', () => {
  const once = toggle(NOTHING, 'b')
  expect([...once.ids]).toEqual(['b'])
  expect(toggle(once, 'b').ids.size).toBe(0)
})

test('Shift chooses everything between the last choice and here, in either direction', () => {
  const down = extendTo(toggle(NOTHING, 'b'), 'd', order)
  expect([...down.ids]).toEqual(['b', 'c', 'd'])
  const up = extendTo(toggle(NOTHING, 'd'), 'b', order)
  expect([...up.ids].toSorted()).toEqual(['b', 'c', 'd'])
})

test('Shift a second time goes on from the same place', () => {
  const once = extendTo(toggle(NOTHING, 'c'), 'e', order)
  const again = extendTo(once, 'a', order)
  expect([...again.ids].toSorted()).toEqual(order)
})

test('Shift with nothing to begin from chooses the one', () => {
  expect(extendTo(NOTHING, 'c', order)).toEqual({ ids: new Set(['c']), anchor: 'c' })
  const elsewhere = { ids: new Set(['z']), anchor: 'z' }
  expect([...extendTo(elsewhere, 'c', order).ids]).toEqual(['z', 'c'])
})

test('all are chosen, then none', () => {
  const all = toggleAll(toggle(NOTHING, 'b'), order)
  expect([...all.ids].toSorted()).toEqual(order)
  expect(toggleAll(all, order).ids.size).toBe(0)
})

test('what has been deleted is no longer chosen', () => {
  const chosen = extendTo(toggle(NOTHING, 'a'), 'c', order)
  const left = without(chosen, ['a', 'b'])
  expect([...left.ids]).toEqual(['c'])
  expect(left.anchor).toBeUndefined()
})
