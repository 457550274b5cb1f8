import type { Active, Over } from '@dnd-kit/core'
import { expect, test } from 'vitest'
import { checkPrices, EMPTY_DRAFT } from './draft.rules.ts'
import { announceMoves, faultWords } from './words.copy.ts'

test('a picture that is moved is told of by its places', () => {
  const said = announceMoves(['tote', 'coat', 'boots'])
  const active = { id: 'tote' } as Active
  const over = { id: 'boots' } as Over
  expect([
    said.onDragStart({ active }),
    said.onDragOver({ active, over }),
    said.onDragEnd({ active, over }),
    said.onDragEnd({ active, over: null }),
  ]).toEqual([
    'Picture 1 of 3 is taken up.',
    'It is over place 3 of 3.',
    'The picture is now at place 3 of 3.',
    'The picture is where it was.',
  ])
})

test.each([
  ['12.345', 'Write the price like 1290.00.'],
  ['€20', 'Write the price like 1290.00.'],
  ['-5', 'A price cannot be below 0.'],
  ['1000000.01', 'A price ends at 1,000,000.00.'],
])('a price written %s is answered: %s', (originalPrice, words) => {
  expect(faultWords(checkPrices({ ...EMPTY_DRAFT, originalPrice }))).toEqual({
    originalPrice: words,
  })
})
