import { expect, test } from 'vitest'
import type { EditionBoard } from '#app/admin/editions/editions.contract.ts'
import { alternativesWords, countWords, sizeWords, takenBackWords } from './words.copy.ts'

const board = (states: string[]) =>
  ({
    deals: states.map((state) => ({ deal: { state, isPublished: state === 'live' } })),
    ...{ promised: 3, day: '2026-11-24', usualAt: '2026-11-24T12:00:00Z' },
  }) as unknown as EditionBoard

test('an edition is told beside what people are told of a day', () => {
  const words = (...states: string[]) => [sizeWords(board(states)), countWords(board(states))]
  expect(words()).toEqual(['0 of 3', 'We promise 3 or more deals a day: 3 to find.'])
  expect(words('live', 'draft')).toEqual([
    '2 of 3',
    '1 out. We promise 3 or more deals a day: 1 to find, 1 still without an hour.',
  ])
  expect(words('draft', 'draft', 'draft')[1]).toBe(
    'We promise 3 or more deals a day, and this day has them: 3 still without an hour.',
  )
  expect(words('scheduled', 'scheduled', 'scheduled', 'scheduled')).toEqual([
    '4 deals',
    'All scheduled. We promise 3 or more deals a day, and this day keeps it. Most go out at 7:00.',
  ])
})

test('what was taken back is one deal, or several', () => {
  expect(takenBackWords(1)).toBe('1 deal will not go out by itself any more.')
  expect(takenBackWords(56)).toBe('56 deals will not go out by themselves any more.')
})

test('what is said of pictures is said of one, or of several', () => {
  expect(alternativesWords(1)).toBe('What 1 picture shows is said.')
  expect(alternativesWords(3)).toBe('What 3 pictures show is said.')
})
