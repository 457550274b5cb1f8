import type Stripe from 'stripe'
import { newPaymentIntent } from '#sandbox/payments/objects/intents.ts'
import type { Attempt, Card } from '#sandbox/payments/processor.ts'
import type { World } from '#sandbox/payments/world.ts'
import { askBank, attachCard, takeCard, type Verdict } from './cards-on-file.ts'
import { openChallenge } from './challenges.ts'
import { completeCheckout, welcome } from './complete-checkout.ts'
import { confirmPayment, confirmSetup } from './intents.ts'
import { change, record } from './record.ts'

/** What the provider accepts as an e-mail address. */
export const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const LONGEST_ADDRESS = 512

/** Pays a checkout session. Customer and subscription are created only if the payment succeeds. */
export function payCheckout(
  world: World,
  sessionId: string,
  { email, card }: { email: string; card: Card },
): Attempt {
  const session = world.store.find('checkout.session', sessionId)
  const closed = closedAnswer(world, session)
  if (closed) return closed
  const address = fixedEmail(world, sessionId) ?? email.trim()
  if (!ADDRESS.test(address) || address.length > LONGEST_ADDRESS) {
    return { kind: 'declined', code: 'email_invalid', message: 'Your email is invalid.' }
  }
  const taken = takeCard(world, card, address)
  if ('refusal' in taken) return declined(taken.refusal)
  return tryCheckout(world, {
    sessionId,
    email: address,
    paymentMethodId: taken.paymentMethod.id,
    hasPassedChallenge: false,
  })
}

/** The result for a session that is complete or expired; a repeated submit of a complete one succeeds again. */
function closedAnswer(
  world: World,
  session: Stripe.Checkout.Session | undefined,
): Attempt | undefined {
  if (session?.status === 'complete') return { kind: 'done', redirectTo: successUrl(session) }
  if (session?.status !== 'open' || session.expires_at <= world.clock.seconds()) {
    const message = 'This checkout session has expired. Go back to the shop to start again.'
    return { kind: 'declined', code: 'checkout_session_expired', message }
  }
}

/** The e-mail address set by the session, which the buyer cannot change. */
export function fixedEmail(world: World, sessionId: string): string | undefined {
  const session = world.store.get('checkout.session', sessionId)
  if (session.customer_email) return session.customer_email
  if (session.customer === null) return
  return world.store.find('customer', session.customer as string)?.email ?? undefined
}

type Try = {
  sessionId: string
  email: string
  paymentMethodId: string
  hasPassedChallenge: boolean
}

/** Creates customer and subscription only after the bank has approved. */
export function tryCheckout(world: World, attempt: Try): Attempt {
  const session = world.store.get('checkout.session', attempt.sessionId)
  const closed = closedAnswer(world, session)
  if (closed) return closed
  const amount = session.amount_total ?? 0
  const { paymentMethodId, hasPassedChallenge } = attempt
  const verdict = askBank(world, paymentMethodId, amount > 0 ? 'atCharge' : 'atSetup', {
    hasPassedChallenge,
  })
  if (verdict) return tellRefusal(world, session, attempt, verdict)

  const customerId = (session.customer as string | null) ?? welcome(world, attempt)
  attachCard(world, paymentMethodId, customerId)
  const paymentIntentId = moveMoney(world, session, attempt, customerId)
  completeCheckout(world, session, attempt, customerId, paymentIntentId)
  return { kind: 'done', redirectTo: successUrl(session) }
}

function tellRefusal(
  world: World,
  session: Stripe.Checkout.Session,
  attempt: Try,
  verdict: NonNullable<Verdict>,
): Attempt {
  moveMoney(world, session, attempt, session.customer as string | null)
  if ('decline' in verdict) return declined(verdict.decline)
  const { sessionId, email, paymentMethodId } = attempt
  const amount = session.amount_total ?? 0
  const challenge = { kind: 'checkout' as const, sessionId, email, paymentMethodId, amount }
  return { kind: 'challenge', challengeId: openChallenge(world, challenge) }
}

/** Charges the card, or sets it up if nothing is due. All attempts of a session share one payment intent. */
function moveMoney(
  world: World,
  session: Stripe.Checkout.Session,
  { paymentMethodId, hasPassedChallenge }: Try,
  customerId: string | null,
): string | null {
  const amount = session.amount_total ?? 0
  if (amount === 0) {
    confirmSetup(world, { customerId, paymentMethodId }, { hasPassedChallenge })
    return null
  }
  const intentId = paymentOfSession(world, session, amount)
  change(world, 'payment_intent', intentId, (intent) => {
    intent.customer = customerId
  })
  confirmPayment(world, intentId, paymentMethodId, { hasPassedChallenge })
  return intentId
}

function paymentOfSession(world: World, session: Stripe.Checkout.Session, amount: number): string {
  const hidden = world.store.hidden('checkout.session', session.id)
  if (hidden.paymentIntentId) return hidden.paymentIntentId
  const intent = newPaymentIntent({
    created: world.clock.seconds(),
    amount,
    currency: session.currency ?? 'usd',
    customerId: null,
    paymentMethodId: null,
    receiptEmail: null,
    description: 'Subscription creation',
  })
  world.store.insert<'payment_intent'>(intent)
  world.store.saveHidden('checkout.session', session.id, { ...hidden, paymentIntentId: intent.id })
  record(world, 'payment_intent.created', intent)
  return intent.id
}

/** Expires a checkout session, at its time or by a call. */
export function expireCheckout(world: World, sessionId: string): Stripe.Checkout.Session {
  world.due.clear('checkout.expire', sessionId)
  return change(
    world,
    'checkout.session',
    sessionId,
    (session) => {
      session.status = 'expired'
      session.url = null
    },
    'checkout.session.expired',
  )
}

/** The shop's success URL. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

export function declined({ code, message }: { code: string; message: string }): Attempt {
  return { kind: 'declined', code, message }
}
