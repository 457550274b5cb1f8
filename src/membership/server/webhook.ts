import Stripe from 'stripe'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { updateCheckout } from './checkout.queries.ts'
import { noteEvent } from './event-notes.ts'
import { applySession, readSession } from './fulfil-checkout.ts'
import { takeInOldNews } from './old-news.ts'
import { paymentFacts } from './payment-facts.ts'
import { recordRefund } from './payment-records.ts'
import { type Reading, readFromProvider } from './subscription-reads.ts'
import { applyReading, type Endings, finishEndings } from './sync-subscription.ts'
import { type Concern, concernOf, objectIdOf } from './webhook.rules.ts'
import { insertWebhookEvent } from './webhook-events.queries.ts'

/**
 * Takes in one event. First everything is read from the provider, then one transaction notes the
 * event and applies what was read: both happen or neither does. When this returns it is done;
 * when it throws nothing was stored, and the provider sends the event again.
 */
export async function takeInEvent(ctx: AppContext, event: Stripe.Event): Promise<void> {
  if (event.api_version !== Stripe.API_VERSION) {
    // Harmless, since only ids are taken from it, but the endpoint wants to be set right.
    ctx.log.warn({ eventId: event.id, version: event.api_version }, 'another API version')
  }
  const row = {
    id: event.id,
    type: event.type,
    objectId: objectIdOf(event),
    createdAt: new Date(event.created * 1000),
    receivedAt: ctx.now(),
  }
  const concern = concernOf(event)
  if (concern.kind === 'nothing') return noteEvent(ctx, row)
  const { apply, reading } = await prepare(ctx, concern)
  if (reading && (await takeInOldNews(ctx, row, reading))) return
  const endings = await ctx.db
    .transaction()
    .execute(async (trx) => ((await insertWebhookEvent(trx, row)) ? apply(trx) : []))
  await finishEndings(ctx, endings)
}

/** What an event leads to, with everything the provider has to say about it already at hand. */
type Effect = {
  apply: (trx: Trx) => Promise<Endings>
  /** Where applying this is all there is to it. */
  reading?: Reading
}

const NO_EFFECT: Effect = { apply: async () => [] }

type Something = Exclude<Concern, { kind: 'nothing' }>

async function prepare(ctx: AppContext, concern: Something): Promise<Effect> {
  switch (concern.kind) {
    case 'checkout':
      return prepareCheckout(ctx, concern)
    case 'subscription':
      return prepareSubscription(ctx, concern.subscriptionId)
    case 'invoice':
      return prepareInvoice(ctx, concern)
    case 'refund':
      return prepareRefund(ctx, concern)
    case 'dispute':
      // Access follows the subscription, which the provider ends when the dispute is lost.
      ctx.log.error({ chargeId: concern.chargeId }, 'a payment is disputed')
      return NO_EFFECT
  }
}

async function prepareCheckout(
  ctx: AppContext,
  { sessionId, hasFailed }: Extract<Concern, { kind: 'checkout' }>,
): Promise<Effect> {
  const reading = await readSession(ctx, sessionId)
  if (!reading) {
    ctx.log.info({}, 'left alone: a checkout that is not ours')
    return NO_EFFECT
  }
  return {
    apply: async (trx) => {
      const endings = await applySession(trx, ctx, reading)
      if (hasFailed && reading.state === 'pending') {
        await updateCheckout(trx, reading.checkoutId, { status: 'failed' })
      }
      return endings
    },
  }
}

async function prepareSubscription(ctx: AppContext, subscriptionId: string): Promise<Effect> {
  const reading = await readFromProvider(ctx, subscriptionId)
  if (!reading) return NO_EFFECT
  return { reading, apply: (trx) => applyReading(trx, ctx, reading) }
}

/** The latest invoice comes with its subscription; money of an earlier one is fetched. */
async function prepareInvoice(
  ctx: AppContext,
  { invoiceId, subscriptionId }: Extract<Concern, { kind: 'invoice' }>,
): Promise<Effect> {
  const reading = await readFromProvider(ctx, subscriptionId)
  if (!reading) return NO_EFFECT
  const { latest_invoice: latest } = reading.subscription
  const isLatest = typeof latest === 'object' && latest?.id === invoiceId
  if (isLatest) return { reading, apply: (trx) => applyReading(trx, ctx, reading) }
  const payment = await findPayment(ctx, invoiceId)
  return { apply: (trx) => applyReading(trx, ctx, reading, { payment }) }
}

async function findPayment(ctx: AppContext, invoiceId: string) {
  const invoice = await unlessUnknown(() => ctx.payments.stripe.invoices.retrieve(invoiceId))
  return invoice && paymentFacts(invoice)
}

/**
 * How much was paid back is asked of the provider: of several refunds the last may be told first,
 * and all of them before the payment.
 */
async function prepareRefund(
  ctx: AppContext,
  { chargeId }: Extract<Concern, { kind: 'refund' }>,
): Promise<Effect> {
  const { stripe } = ctx.payments
  const charge = await unlessUnknown(() => stripe.charges.retrieve(chargeId))
  if (!charge) return NO_EFFECT
  const invoiceId = await findInvoiceId(ctx, idOf(charge.payment_intent))
  const payment = invoiceId ? await findPayment(ctx, invoiceId) : undefined
  if (!invoiceId || !payment) return NO_EFFECT
  const reading = await readFromProvider(ctx, payment.subscriptionId)
  if (!reading) return NO_EFFECT
  return {
    apply: async (trx) => {
      const endings = await applyReading(trx, ctx, reading, { payment })
      await recordRefund(trx, { invoiceId, refundedCents: charge.amount_refunded })
      return endings
    },
  }
}

async function findInvoiceId(ctx: AppContext, paymentIntentId: string | undefined) {
  if (!paymentIntentId) return
  const { data } = await paymentCall(() =>
    ctx.payments.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntentId },
    }),
  )
  return idOf(data[0]?.invoice)
}

/** Undefined for what the provider has none of: then it is nothing of ours. */
async function unlessUnknown<T>(work: () => Promise<T>): Promise<T | undefined> {
  return paymentCall(work).catch((error) => {
    if (isUnknownToProvider(error)) return undefined
    throw error
  })
}

function idOf(given: string | { id: string } | null | undefined): string | undefined {
  return typeof given === 'string' ? given : given?.id
}
