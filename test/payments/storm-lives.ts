import Stripe from 'stripe'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { madeUpEvent } from './webhooks.ts'

const START = 1_790_000_000
const YEAR = 365 * 24 * 60 * 60

export type StormLife = {
  /** Part of each of its ids. */
  name: string
  kind: 'paid' | 'trial' | 'ended' | 'overdue' | 'double' | 'foreign'
  /** Whose cookie it was; a double has the cookie of the life it doubles. */
  bindingHash: string
  doubles: string | undefined
  email: string | null
  /** The signed-in user. */
  userId: string | undefined
  createdAt: number
}

const KINDS = ['paid', 'paid', 'paid', 'paid', 'trial', 'ended', 'overdue', 'foreign', 'double']

/** Makes lives of all kinds; the number of a life determines its kind. */
export function stormLives(count: number): StormLife[] {
  return Array.from({ length: count }, (_, n) => {
    const name = `storm${String(n).padStart(6, '0')}`
    const kind = (KINDS[n % KINDS.length] ?? 'paid') as StormLife['kind']
    // Doubles the paid life eight places earlier; neither of the two belongs to a user yet.
    const doubles = kind === 'double' ? `storm${String(n - 8).padStart(6, '0')}` : undefined
    const isOfTwo = n % KINDS.length === 0 || kind === 'double'
    const isSignedIn = n % 11 === 0 && !isOfTwo && kind !== 'foreign'
    return {
      name,
      kind,
      bindingHash: `hash of ${doubles ?? name}`,
      doubles,
      email: n % 7 === 0 ? `${name}@people.test` : null,
      userId: isSignedIn ? `user_${name}` : undefined,
      createdAt: START + n,
    }
  })
}

const ALWAYS = [
  ['customer.created', 'cus'],
  ['charge.succeeded', 'ch'],
  ['customer.subscription.created', 'sub'],
  ['customer.subscription.updated', 'sub'],
  ['checkout.session.completed', 'cs_test'],
  ['invoice.payment_succeeded', 'in'],
] as const

/** Makes eight events for each life. */
export function stormEvents({ name, kind }: StormLife): Stripe.Event[] {
  const told: Array<readonly [string, string]> = [
    ...ALWAYS,
    kind === 'overdue' ? ['invoice.payment_failed', 'in'] : ['invoice.paid', 'in'],
    kind === 'ended'
      ? ['customer.subscription.deleted', 'sub']
      : ['customer.subscription.updated', 'sub'],
  ]
  return told.map(([type, prefix], n) => ({
    ...madeUpEvent({
      type,
      data: {
        object: {
          id: `${prefix}_${name}`,
          parent: { subscription_details: { subscription: `sub_${name}` } },
        },
      },
    }),
    id: `evt_${name}_${n}`,
    api_version: Stripe.API_VERSION,
  }))
}

/** The subscription as the provider holds it before anybody ends it. */
export function stormSubscription({ name, kind, email, createdAt }: StormLife) {
  const isPaid = kind !== 'trial' && kind !== 'overdue'
  return {
    id: `sub_${name}`,
    object: 'subscription',
    status:
      { trial: 'trialing', ended: 'canceled', overdue: 'past_due' }[kind as string] ?? 'active',
    livemode: false,
    customer: { id: `cus_${name}`, object: 'customer', email },
    metadata: kind === 'foreign' ? {} : { checkout_id: `checkout_${name}` },
    items: { object: 'list', data: [{ price: priceOf(kind), current_period_end: START + YEAR }] },
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: kind === 'ended' ? createdAt + 10 : null,
    ended_at: kind === 'ended' ? createdAt + 10 : null,
    trial_end: kind === 'trial' ? createdAt + 3 : null,
    created: createdAt,
    default_payment_method: null,
    latest_invoice: {
      id: `in_${name}`,
      object: 'invoice',
      number: name,
      status: kind === 'overdue' ? 'open' : 'paid',
      amount_due: ANNUAL_CENTS,
      amount_paid: isPaid ? ANNUAL_CENTS : 0,
      currency: 'usd',
      created: createdAt,
      next_payment_attempt: null,
      status_transitions: { paid_at: isPaid ? createdAt : null },
      parent: { subscription_details: { subscription: `sub_${name}` } },
      lines: { object: 'list', data: [] },
    },
  }
}

function priceOf(kind: StormLife['kind']) {
  return kind === 'foreign'
    ? { id: 'price_else', object: 'price', lookup_key: null, unit_amount: 500 }
    : {
        id: 'price_storm',
        object: 'price',
        lookup_key: 'nouveau_annual',
        unit_amount: ANNUAL_CENTS,
      }
}

export function stormSession({ name, kind, email }: StormLife) {
  return {
    id: `cs_test_${name}`,
    object: 'checkout.session',
    mode: 'subscription',
    status: 'complete',
    payment_status: kind === 'trial' ? 'no_payment_required' : 'paid',
    livemode: false,
    client_reference_id: kind === 'foreign' ? null : `checkout_${name}`,
    metadata: {},
    subscription: `sub_${name}`,
    customer: `cus_${name}`,
    customer_details: { email },
    amount_total: kind === 'trial' ? 0 : ANNUAL_CENTS,
    currency: 'usd',
  }
}
