import fc from 'fast-check'
import { expect, test } from 'vitest'
import { POSITION_GAP } from '#app/deals/editions.facts.ts'
import { positionsFor, usualTime } from './order.rules.ts'

const inOrder = (placed: Map<string, number>) =>
  [...placed].toSorted(([, a], [, b]) => a - b).map(([id]) => id)

test('however deals are moved, they stand as they were put, and mostly one row is written', () => {
  const moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60, size: 'max' })
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), moves, (many, wanted) => {
      let list = Array.from({ length: many }, (_, index) => `deal${index}`)
      // Numbered as in a sheet: without gaps.
      const stored = new Map(list.map((id, index) => [id, index + 1]))
      for (const [which, where] of wanted) {
        const id = list[which % many] ?? ''
        const others = list.filter((each) => each !== id)
        const at = where % many
        const after = at === 0 ? null : (others[at - 1] ?? '')
        const written = positionsFor([id], {
          after,
          others: others.map((each) => ({ id: each, position: stored.get(each) ?? 0 })),
        })
        for (const [each, position] of written ?? []) stored.set(each, position)
        list = others.toSpliced(at, 0, id)
        expect(inOrder(stored)).toEqual(list)
        expect(new Set(stored.values()).size).toBe(many)
      }
    }),
  )
  const others = [1, 2, 3].map((number) => ({ id: `${number}`, position: number * POSITION_GAP }))
  expect(positionsFor(['new'], { after: '1', others })?.size).toBe(1)
  expect(positionsFor(['new'], { after: null, others })?.size).toBe(1)
  expect(positionsFor(['a', 'b'], { after: '3', others })?.size).toBe(2)
  expect(positionsFor(['new'], { after: 'gone', others })).toBeUndefined()
})

test('what has no time of its own goes out with most of the others', () => {
  const [seven, eight] = [new Date('2026-11-24T12:00:00Z'), new Date('2026-11-24T13:00:00Z')]
  expect(usualTime([{ at: null }, { at: eight }, { at: seven }, { at: eight }])).toBe(+eight)
  expect(usualTime([{ at: eight }, { at: seven }])).toBe(+seven)
  expect(usualTime([{ at: null }])).toBeNull()
})
