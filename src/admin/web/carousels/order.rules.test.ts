import { expect, test } from 'vitest'
import { moved } from './order.rules.ts'

test.each([
  [0, 1, 'bac'],
  [2, -1, 'acb'],
  [0, -1, 'abc'],
  [2, 1, 'abc'],
] as const)('the one at %i, moved by %i', (from, by, order) => {
  expect(moved([...'abc'], from, by).join('')).toBe(order)
})
