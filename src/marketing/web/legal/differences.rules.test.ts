import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween } from './differences.rules.ts'

const words = (text: string) => text.split(' ')
const told = (before: string, after: string) =>
  changesBetween(words(before), words(after), (word) => word).map(
    ({ kind, items }) => `${kind}: ${items.join(' ')}`,
  )

test('what stays, what is gone and what is new stand in the order of the text', () => {
  expect(
    told('we keep it 30 days and no more', 'we keep it 60 days, never longer and no more'),
  ).toEqual([
    'same: we keep it',
    'gone: 30 days',
    'new: 60 days, never longer',
    'same: and no more',
  ])
  expect(told('the same words', 'the same words')).toEqual(['same: the same words'])
})

test('both texts can be read from it again, whatever they are', () => {
  const few = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
  fc.assert(
    fc.property(few, few, (before, after) => {
      const changes = changesBetween(before, after, (word) => word)
      const without = (kind: string) =>
        changes.flatMap((change) => (change.kind === kind ? [] : change.items))
      expect(without('new')).toEqual(before)
      expect(without('gone')).toEqual(after)
    }),
  )
})
