import { describe, expect, test } from 'vitest'
import { type Subscription, SubscriptionStatus } from '#app/membership/membership.contract.ts'
import { offersOf, standingOf } from './account.rules.ts'

const subscription = (draft: Partial<Subscription>): Subscription => ({
  status: 'active',
  tier: 'annual',
  price: 97,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2027-03-03T12:00:00.000Z',
  isMember: draft.status === 'active' || draft.status === 'trialing',
  card: null,
  ...draft,
})

const every = SubscriptionStatus.options.flatMap((status) =>
  [true, false].map((cancelAtPeriodEnd) => ({ status, cancelAtPeriodEnd })),
)

describe('the account page', () => {
  test.each(every)('offers to cancel only what goes on: $status, $cancelAtPeriodEnd', (draft) => {
    const isGoingOn =
      (draft.status === 'active' || draft.status === 'trialing') && !draft.cancelAtPeriodEnd
    const offers = offersOf(standingOf(subscription(draft)))
    // Somebody who is past due is offered to pay what is open, and no second membership.
    const isOwing = draft.status === 'past_due'
    expect([offers.canCancel, offers.subscribe !== undefined, offers.canFixPayment]).toEqual([
      isGoingOn,
      !isGoingOn && !isOwing,
      isOwing || draft.status === 'unpaid',
    ])
  })

  test.each([
    ['active', true, 'resume'],
    ['trialing', true, 'resume'],
    ['past_due', false, undefined],
    ['unpaid', false, 'checkout'],
    ['canceled', false, 'checkout'],
    ['incomplete', false, 'checkout'],
    ['incomplete_expired', false, 'checkout'],
  ] as const)(
    'leads from Subscribe with %s, cancelled: %s, to %s',
    (status, cancelAtPeriodEnd, to) => {
      const standing = standingOf(subscription({ status, cancelAtPeriodEnd }))
      expect(offersOf(standing).subscribe).toBe(to)
    },
  )
})
