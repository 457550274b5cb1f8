import { expect, test } from 'vitest'
import { decisionOf } from './deciding.rules.ts'

const decided = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return decisionOf(form)
}

test.each([
  ['113.50', 113.5],
  ['$1,200', 1200],
  ['113,50', 113.5],
  // Ambiguous or empty: sent as typed, for the server to refuse.
  ['1.290', '1.290'],
  ['', ''],
])('a saving that counts with %j paid is decided with %j', (typed, paid) => {
  expect(decided({ decision: 'counts', paid: typed, reason: 'The order says so ' })).toEqual({
    decision: 'counts',
    paid,
    reason: 'The order says so',
  })
})

test('of one that does not count no price is told', () => {
  const form = { decision: 'rejected', paid: '113.50', reason: 'No order' }
  expect(decided(form)).toEqual({ decision: 'rejected', reason: 'No order' })
})
