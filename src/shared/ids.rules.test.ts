import { expect, test } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { isId } from './ids.ts'

test('what we make is an id', () => {
  expect(Array.from({ length: 100 }, newId).every(isId)).toBe(true)
})

test.each([
  '',
  'short',
  'aaaaaaaaaaaaa',
  'aaaa aaaaaaa',
  'aaaaaaaaaaa\n',
  'é'.repeat(12),
  '../../../etc',
])('%j is none', (text) => {
  expect(isId(text)).toBe(false)
})
