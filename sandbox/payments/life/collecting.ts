import type Stripe from 'stripe'
import { subscriptionIdOf } from '#sandbox/payments/objects/invoice.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { cardOnFile, type Verdict } from './cards-on-file.ts'
import { confirmPayment } from './intents.ts'
import { paymentOf } from './invoice-queries.ts'
import { finalizeInvoice, markPaid } from './invoices.ts'
import { forgive, isPaused } from './pausing.ts'
import { change, record } from './record.ts'
import {
  endSubscription,
  hasEnded,
  makePendingChange,
  scheduleTurn,
  setStatus,
} from './subscription-state.ts'

/** Days before each retry of a failed charge; after the last retry the provider gives up. */
const RETRY_AFTER_DAYS = [3, 5, 7]

type How = {
  /** Defaults to the card on file. */
  paymentMethodId?: string
  hasPassedChallenge?: boolean
  /** An automatic attempt; only these advance the retry schedule. */
  isAutomatic?: boolean
  /** A failure does not affect the subscription. */
  isOptional?: boolean
}

/** Charges an invoice that is due, for the first time or as a retry. */
export function collectDueInvoice(world: World, invoiceId: string): void {
  const invoice = world.store.find('invoice', invoiceId)
  if (invoice && isPaused(world, world.store.get('subscription', subscriptionIdOf(invoice)))) {
    forgive(world, invoiceId)
    return
  }
  if (invoice?.status === 'draft') finalizeInvoice(world, invoiceId)
  else if (invoice?.status !== 'open') return
  collect(world, invoiceId, { isAutomatic: true })
}

/** Collects an open invoice and updates its subscription accordingly. */
export function collect(world: World, invoiceId: string, how: How = {}): Verdict {
  const invoice = world.store.get('invoice', invoiceId)
  const subscription = world.store.get('subscription', subscriptionIdOf(invoice))
  const intentId = paymentOf(world, invoiceId)?.payment.payment_intent as string | undefined
  if (!intentId) {
    settle(world, invoiceId)
    return
  }

  const paymentMethodId = how.paymentMethodId ?? cardOnFile(world, subscription)
  const verdict: Verdict = paymentMethodId
    ? confirmPayment(world, intentId, paymentMethodId, {
        hasPassedChallenge: how.hasPassedChallenge ?? false,
      })
    : { decline: NO_CARD }
  if (!verdict) settle(world, invoiceId)
  else noteFailure(world, invoice, subscription, verdict, how)
  return verdict
}

const NO_CARD = {
  code: 'missing',
  declineCode: null,
  message: 'Cannot charge a customer that has no active card',
}

/** Marks an invoice as paid and updates its subscription. */
export function settle(world: World, invoiceId: string): void {
  const subscriptionId = subscriptionIdOf(markPaid(world, invoiceId))
  makePendingChange(world, subscriptionId, invoiceId)
  const subscription = world.store.get('subscription', subscriptionId)
  const isRestored =
    subscription.status === 'past_due' &&
    (subscription.latest_invoice === invoiceId || !owesAnything(world, subscription))
  if (isRestored) setStatus(world, subscriptionId, 'active')
}

function owesAnything(world: World, subscription: Stripe.Subscription): boolean {
  const latest = world.store.find('invoice', subscription.latest_invoice as string)
  return latest?.status === 'open'
}

function noteFailure(
  world: World,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
  verdict: NonNullable<Verdict>,
  { isAutomatic = false, isOptional = false }: How,
): void {
  const isFirst = invoice.attempt_count === 0
  const attempts = isFirst || isAutomatic ? invoice.attempt_count + 1 : invoice.attempt_count
  const retryAfter = RETRY_AFTER_DAYS[attempts - 1]
  const isScheduled = (isFirst || isAutomatic) && !isOptional && !hasEnded(subscription)
  const nextAttempt =
    isScheduled && retryAfter !== undefined ? world.clock.seconds() + retryAfter * DAY : null

  const failed = change(
    world,
    'invoice',
    invoice.id,
    (draft) => {
      draft.attempted = true
      draft.attempt_count = attempts
      if (isScheduled) draft.next_payment_attempt = nextAttempt
    },
    'invoice.updated',
  )
  if ('challenge' in verdict) record(world, 'invoice.payment_action_required', failed)
  record(world, 'invoice.payment_failed', failed)
  if (nextAttempt !== null) world.due.set('invoice.collect', invoice.id, nextAttempt)

  if (isOptional || hasEnded(subscription)) return
  if (isScheduled && nextAttempt === null) {
    endSubscription(world, subscription.id, 'payment_failed')
  } else if (subscription.status === 'active' || subscription.status === 'trialing') {
    scheduleTurn(world, setStatus(world, subscription.id, 'past_due'))
  }
}
