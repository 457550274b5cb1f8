import type { Active, Over } from '@dnd-kit/core'
import { expect, test } from 'vitest'
import { announceMoves } from './words.copy.ts'

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
