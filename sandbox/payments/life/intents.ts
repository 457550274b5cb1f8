import type Stripe from 'stripe'
import { newCharge } from '#sandbox/payments/objects/charge.ts'
import { newSetupIntent } from '#sandbox/payments/objects/intents.ts'
import type { Decline } from '#sandbox/payments/test-cards.ts'
import type { World } from '#sandbox/payments/world.ts'
import { askBank, rememberChallengePassed, type Verdict } from './cards-on-file.ts'
import { change, record } from './record.ts'

type Presence = {
  /** A 3-D Secure challenge has just been passed. */
  hasPassedChallenge: boolean
}

/** Charges the card or returns why not; records events either way. */
export function confirmPayment(
  world: World,
  intentId: string,
  paymentMethodId: string,
  { hasPassedChallenge }: Presence,
): Verdict {
  const verdict = askBank(world, paymentMethodId, 'atCharge', { hasPassedChallenge })
  const intent = change(world, 'payment_intent', intentId, (draft) => {
    draft.payment_method = paymentMethodId
  })
  if (verdict && 'decline' in verdict) failPayment(world, intent, verdict.decline)
  else if (verdict) askForChallenge(world, intent)
  else succeed(world, intent, hasPassedChallenge)
  return verdict
}

function succeed(world: World, intent: Stripe.PaymentIntent, hasPassedChallenge: boolean): void {
  const paymentMethodId = intent.payment_method as string
  if (hasPassedChallenge) rememberChallengePassed(world, paymentMethodId)
  const charge = world.store.insert<'charge'>(
    newCharge({
      created: world.clock.seconds(),
      intent,
      paymentMethod: world.store.get('payment_method', paymentMethodId),
      hasPassedChallenge,
      failure: null,
      receiptUrl: null,
    }),
  )
  change(
    world,
    'payment_intent',
    intent.id,
    (draft) => {
      draft.status = 'succeeded'
      draft.amount_received = draft.amount
      draft.latest_charge = charge.id
      draft.last_payment_error = null
      draft.next_action = null
    },
    'payment_intent.succeeded',
  )
  record(world, 'charge.succeeded', charge)
}

/** Fails a payment intent because the bank declined or the challenge was not passed. */
export function failPayment(world: World, intent: Stripe.PaymentIntent, decline: Decline): void {
  const paymentMethod = world.store.get('payment_method', intent.payment_method as string)
  const charge = world.store.insert<'charge'>(
    newCharge({
      created: world.clock.seconds(),
      intent,
      paymentMethod,
      hasPassedChallenge: false,
      failure: decline,
      receiptUrl: null,
    }),
  )
  change(
    world,
    'payment_intent',
    intent.id,
    (draft) => {
      draft.status = 'requires_payment_method'
      draft.latest_charge = charge.id
      draft.payment_method = null
      draft.next_action = null
      draft.last_payment_error = cardError(decline, paymentMethod, charge.id)
    },
    'payment_intent.payment_failed',
  )
  record(world, 'charge.failed', charge)
}

function askForChallenge(world: World, intent: Stripe.PaymentIntent): void {
  change(
    world,
    'payment_intent',
    intent.id,
    (draft) => {
      draft.status = 'requires_action'
      draft.next_action = CHALLENGE
    },
    'payment_intent.requires_action',
  )
}

const CHALLENGE = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }

/** Confirms a setup intent; the verdict is as for a payment. */
export function confirmSetup(
  world: World,
  { customerId, paymentMethodId }: { customerId: string | null; paymentMethodId: string },
  { hasPassedChallenge }: Presence,
): Verdict {
  const verdict = askBank(world, paymentMethodId, 'atSetup', { hasPassedChallenge })
  const intent = newSetupIntent({ created: world.clock.seconds(), customerId, paymentMethodId })
  world.store.insert<'setup_intent'>(intent)
  record(world, 'setup_intent.created', intent)
  if (verdict && 'decline' in verdict) {
    failSetup(world, intent, verdict.decline)
  } else {
    if (!verdict && hasPassedChallenge) rememberChallengePassed(world, paymentMethodId)
    change(
      world,
      'setup_intent',
      intent.id,
      (draft) => {
        draft.status = verdict ? 'requires_action' : 'succeeded'
        draft.next_action = verdict ? CHALLENGE : null
      },
      verdict ? 'setup_intent.requires_action' : 'setup_intent.succeeded',
    )
  }
  return verdict
}

function failSetup(world: World, intent: Stripe.SetupIntent, decline: Decline): void {
  const paymentMethod = world.store.get('payment_method', intent.payment_method as string)
  change(
    world,
    'setup_intent',
    intent.id,
    (draft) => {
      draft.status = 'requires_payment_method'
      draft.payment_method = null
      draft.last_setup_error = cardError(decline, paymentMethod, null)
    },
    'setup_intent.setup_failed',
  )
}

function cardError(
  { code, declineCode, message }: Decline,
  paymentMethod: Stripe.PaymentMethod,
  chargeId: string | null,
): Stripe.PaymentIntent.LastPaymentError {
  return {
    type: 'card_error',
    code: code as Stripe.PaymentIntent.LastPaymentError.Code,
    ...(declineCode ? { decline_code: declineCode } : {}),
    ...(chargeId ? { charge: chargeId } : {}),
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    message,
    payment_method: paymentMethod,
  }
}

export const NOT_AUTHENTICATED: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. ' +
    'Please choose a different payment method and try again.',
}
