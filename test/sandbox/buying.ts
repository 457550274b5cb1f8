import type Stripe from 'stripe'
import type { Attempt, Card } from '#sandbox/payments/processor.ts'
import type { Shop } from './shop.ts'

export const DAY = 24 * 60 * 60
export const HOUR = 60 * 60

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  failsLater: '4000000000000341',
  sendsRefundsBack: '4000000000005126',
  asksOnce: '4000002500003155',
  asks: '4000000000003220',
  asksAlways: '4000002760003184',
  asksThenDeclines: '4000008400001629',
} as const

export function card(number: string = CARDS.good, changes: Partial<Card> = {}): Card {
  return { number, expMonth: 12, expYear: 2060, cvc: '123', name: 'Ann Buyer', ...changes }
}

/** Creates the two prices that such a shop sells at. */
export async function createPrices({ stripe }: Shop) {
  const product = await stripe.products.create({ name: 'Club' })
  const make = (interval: 'month' | 'year', unitAmount: number) =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: unitAmount,
      recurring: { interval },
      lookup_key: `club_${interval}_${product.id}`,
    })
  return { product, annual: await make('year', 9700), monthly: await make('month', 800) }
}

/** Opens a checkout as a shop does. */
export function openCheckout(
  { stripe }: Shop,
  price: string,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/cancel',
    ...params,
  })
}

export const TRIAL = { subscription_data: { trial_period_days: 3 } } as const

/** Completes a purchase; returns the ids of the objects it created. */
export async function buy(
  shop: Shop,
  price: string,
  {
    number = CARDS.good,
    email = 'ann@example.test',
    ...params
  }: Partial<Stripe.Checkout.SessionCreateParams> & { number?: string; email?: string } = {},
) {
  const { id } = await openCheckout(shop, price, params)
  const attempt = shop.processor.payCheckout(id, { email, card: card(number) })
  if (attempt.kind !== 'done') throw new Error(`The purchase went wrong: ${attempt.kind}`)
  const session = await shop.stripe.checkout.sessions.retrieve(id)
  return {
    sessionId: id,
    subscriptionId: String(session.subscription),
    customerId: String(session.customer),
    invoiceId: String(session.invoice),
  }
}

/** Passes or fails the bank's challenge page. */
export function answer({ processor }: Shop, attempt: Attempt, hasPassed: boolean): Attempt {
  if (attempt.kind !== 'challenge') throw new Error(`No challenge, but ${JSON.stringify(attempt)}`)
  return processor.answerChallenge(attempt.challengeId, hasPassed)
}

/** Returns the types of the events about one object, oldest first; of all events without an id. */
export function eventTypes({ processor }: Shop, about = ''): string[] {
  return processor
    .events()
    .filter(({ event }) => JSON.stringify(event.data.object).includes(about))
    .map(({ event }) => event.type)
    .reverse()
}
