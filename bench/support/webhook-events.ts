import Stripe from 'stripe'

/** The provider's events for one paid checkout, in order: thirteen events, four of them with news. */
const LIFE = [
  ['customer.created', 'cus'],
  ['payment_method.attached', 'pm'],
  ['payment_intent.created', 'pi'],
  ['payment_intent.succeeded', 'pi'],
  ['charge.succeeded', 'ch'],
  ['customer.subscription.created', 'sub'],
  ['invoice.created', 'in'],
  ['invoice.finalized', 'in'],
  ['invoice_payment.paid', 'inpay'],
  ['invoice.paid', 'in'],
  ['invoice.payment_succeeded', 'in'],
  ['checkout.session.completed', 'cs_test'],
  ['customer.subscription.updated', 'sub'],
] as const

export const EVENTS_A_LIFE = LIFE.length

/** The body of the n-th event of a storm of paid checkouts. */
export function eventBody(n: number): string {
  const life = Math.floor(n / LIFE.length)
  const [type, prefix] = LIFE[n % LIFE.length] ?? LIFE[0]
  const number = checkoutNumber(life)
  return JSON.stringify({
    id: `evt_${n}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: {
      object: {
        id: `${prefix}_${number}`,
        parent: { subscription_details: { subscription: `sub_${number}` } },
      },
    },
  })
}

/** As long as the provider's own ids. */
export function checkoutNumber(life: number): string {
  return `bench${String(life).padStart(12, '0')}`
}
