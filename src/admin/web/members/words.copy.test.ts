import { expect, test } from 'vitest'
import type { FoundPayer } from '#app/admin/members.contract.ts'
import type { MembershipAct, MembershipOfMember } from '#app/membership/owner-actions.contract.ts'
import { cameOfAct, membershipInWords, paidInWords } from './words.copy.ts'

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
  // A trial at the provider is none if there was a payment before.
  [given(false), 'Renews on December 9, 2026, 7 days of it given'],
])('with %j it reads: %s', (days, words) => {
  expect(membershipInWords({ ...membership, given: days })).toBe(words)
})

test.each([
  [{ amount: 0, refunded: 0 }, 'Annual, since November 30, 2026, $0.00 paid so far'],
  [
    { amount: 97, refunded: 7 },
    'Annual, since November 30, 2026, $97.00 paid so far, $7.00 of it sent back',
  ],
  [{ amount: null, refunded: 0 }, 'Annual, since November 30, 2026'],
])('of a payment that waits with %j it reads: %s', (money, words) => {
  const payer = { plan: 'annual', paidAt: '2026-11-30T21:47:43Z', ...money } as FoundPayer
  expect(paidInWords(payer)).toBe(words)
})

test.each([
  ['refused', 'The payment provider refused it'],
  ['asked', 'Asked for'],
  ['done', 'The days are given'],
] as const)('of an act that is %s it is said: %s', (state, title) => {
  const acts = [{ id: 'other', state: 'refused' } as MembershipAct, { id: 'press', state }]
  const membership = { memberships: [], payments: [], acts: acts as MembershipAct[] }
  expect(cameOfAct({ membership }, 'press', 'The days are given').title).toBe(title)
  // Mails and ended sessions are not actions on the membership.
  expect(cameOfAct({ membership }, 'mail', 'Sent').title).toBe('Sent')
})
