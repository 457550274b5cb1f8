import { expect, test } from 'vitest'
import { decideCancel, decidePlanChange, decideResume } from './actions.rules.ts'

test('a period that is not charged yet is ended at once; a trial and a paid one are kept', () => {
  const state = { status: 'active', isEnding: false }
  expect(decideCancel({ ...state, isUnpaidYet: true })).toBe('now')
  expect(decideCancel({ ...state, isUnpaidYet: false })).toBe('at-period-end')
  // Cancelled elsewhere in that hour: that alone does not stop the charge.
  expect(decideCancel({ ...state, isEnding: true, isUnpaidYet: true })).toBe('now')
})

test.each([
  // status, cancelled already, cancel, resume, another plan, the same plan
  ['trialing', false, 'at-period-end', 'going-on', 'free', 'same'],
  ['trialing', true, 'already-ending', 'resume', 'ending', 'ending'],
  ['active', false, 'at-period-end', 'going-on', 'prorated', 'same'],
  ['active', true, 'already-ending', 'resume', 'ending', 'ending'],
  ['past_due', false, 'now', 'going-on', 'unpaid', 'unpaid'],
  ['past_due', true, 'now', 'resume', 'unpaid', 'unpaid'],
  ['unpaid', false, 'now', 'going-on', 'unpaid', 'unpaid'],
  ['incomplete', false, 'now', 'going-on', 'unpaid', 'unpaid'],
  ['paused', false, 'now', 'going-on', 'unpaid', 'unpaid'],
  ['canceled', false, 'ended', 'ended', 'ended', 'ended'],
  ['canceled', true, 'ended', 'ended', 'ended', 'ended'],
  ['incomplete_expired', false, 'ended', 'ended', 'ended', 'ended'],
])(
  '%s, cancelled already: %s: cancel %s, resume %s, other plan %s, same plan %s',
  (status, isEnding, cancel, resume, other, same) => {
    const state = { status, isEnding }
    expect([
      decideCancel(state),
      decideResume(state),
      decidePlanChange(state, { isSame: false, isSold: true }),
      decidePlanChange(state, { isSame: true, isSold: true }),
    ]).toEqual([cancel, resume, other, same])
  },
)

test('nobody moves to a plan that is not sold any more, and who has it keeps it', () => {
  const state = { status: 'active', isEnding: false }
  expect(decidePlanChange(state, { isSame: false, isSold: false })).toBe('not-sold')
  expect(decidePlanChange(state, { isSame: true, isSold: false })).toBe('same')
})
