import type { Subscription } from '#app/membership/membership.contract.ts'

/** The state of the membership as its owner is told. */
export type Standing =
  | 'none'
  | 'trial'
  | 'running'
  | 'ending'
  | 'payment-due'
  | 'unpaid'
  | 'not-started'
  | 'ended'

/** What the page offers. Where the Subscribe button leads depends on the membership that exists already. */
export type Offers = {
  canCancel: boolean
  subscribe: 'checkout' | 'resume' | undefined
  canFixPayment: boolean
  canEndNow: boolean
  canChangePlan: boolean
  canChangeCard: boolean
}

const NOTHING: Offers = {
  canCancel: false,
  subscribe: undefined,
  canFixPayment: false,
  canEndNow: false,
  canChangePlan: false,
  canChangeCard: false,
}
const GOING_ON: Offers = { ...NOTHING, canCancel: true, canChangePlan: true, canChangeCard: true }
const OWING: Offers = { ...NOTHING, canFixPayment: true, canEndNow: true }

const OFFERS: Record<Standing, Offers> = {
  none: { ...NOTHING, subscribe: 'checkout' },
  trial: GOING_ON,
  running: GOING_ON,
  // A second checkout would charge for time that is paid for already.
  ending: { ...NOTHING, subscribe: 'resume', canChangeCard: true },
  // There is only one thing to do: paying restores everything.
  'payment-due': OWING,
  // No payment is retried any more, so they may start again instead of paying.
  unpaid: { ...OWING, subscribe: 'checkout' },
  'not-started': { ...NOTHING, subscribe: 'checkout' },
  ended: { ...NOTHING, subscribe: 'checkout' },
}

export function standingOf(subscription: Subscription | null): Standing {
  if (!subscription?.tier) return 'none'
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      if (subscription.cancelAtPeriodEnd) return 'ending'
      return subscription.status === 'active' || isPaid(subscription) ? 'running' : 'trial'
    case 'past_due':
      return 'payment-due'
    case 'unpaid':
      return 'unpaid'
    case 'canceled':
      return 'ended'
    default:
      return 'not-started'
  }
}

/** With days that we gave, the provider calls a paid period a trial. */
function isPaid({ given }: Subscription): boolean {
  return given !== undefined && !given.isTrial
}

export function offersOf(standing: Standing): Offers {
  return OFFERS[standing]
}
