import type { Attempt } from '#sandbox/payments/processor.ts'
import type { World } from '#sandbox/payments/world.ts'
import { type Challenge, takeChallenge } from './challenges.ts'
import { declined, tryCheckout } from './checkout.ts'
import { failPayment, NOT_AUTHENTICATED } from './intents.ts'
import { paymentOf } from './invoice-queries.ts'
import { tryInvoice } from './pay-invoice.ts'
import { tryNewCard } from './portal.ts'

/** Answers a 3-D Secure challenge; the interrupted payment continues or fails. */
export function answerChallenge(world: World, id: string, hasPassed: boolean): Attempt {
  const challenge = takeChallenge(world, id)
  if (!challenge) return declined(NOT_AUTHENTICATED)
  if (!hasPassed) {
    tellFailure(world, challenge)
    return declined(NOT_AUTHENTICATED)
  }
  const attempt = { ...challenge, hasPassedChallenge: true }
  if (attempt.kind === 'checkout') return tryCheckout(world, attempt)
  if (attempt.kind === 'invoice') return tryInvoice(world, attempt)
  return tryNewCard(world, attempt)
}

/** Fails the payment intent; a setup intent is only dropped. */
function tellFailure(world: World, challenge: Challenge): void {
  const intentId =
    challenge.kind === 'checkout'
      ? world.store.hidden('checkout.session', challenge.sessionId).paymentIntentId
      : challenge.kind === 'invoice'
        ? paymentOf(world, challenge.invoiceId)?.payment.payment_intent
        : null
  const intent = intentId && world.store.find('payment_intent', intentId as string)
  if (intent && intent.status === 'requires_action') failPayment(world, intent, NOT_AUTHENTICATED)
}
