import { expect, test } from 'vitest'
import type { MembershipOfMember } from '#app/membership/owner-actions.contract.ts'
import { membershipInWords } from './words.copy.ts'

const given = (isTrial: boolean) => ({ days: 7, until: '2026-12-09T15:00:00Z', isTrial })
const membership = {
  status: 'trialing',
  isEnding: false,
  hasEnded: false,
  endsAt: null,
  periodEndsAt: '2026-12-09T15:00:00Z',
} as MembershipOfMember

test.each([
  [null, 'On trial, first charge on December 9, 2026'],
  [given(true), 'On trial, first charge on December 9, 2026, 7 days of it given'],
  // What the provider calls a trial is none where it was paid before.
  [given(false), 'Renews on December 9, 2026, 7 days of it given'],
])('with %j it reads: %s', (days, words) => {
  expect(membershipInWords({ ...membership, given: days })).toBe(words)
})
