import type { Trx } from '#app/db/database.ts'
import {
  applySession,
  isOfOurs,
  readSession,
} from '#app/membership/server/checkout/settle-checkout.ts'
import { updateCheckout } from '#app/membership/server/subscription/checkouts.queries.ts'
import { paymentFacts } from '#app/membership/server/subscription/payment-facts.ts'
import { recordRefund } from '#app/membership/server/subscription/payment-records.ts'
import type { Reading } from '#app/membership/server/subscription/snapshots.ts'
import {
  applyReading,
  type Endings,
} from '#app/membership/server/subscription/sync-subscription.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import type { Concern } from './webhook.rules.ts'

/** Writes what follows from an event, with everything the provider says of it already at hand. */
export type Effect = (trx: Trx) => Promise<Endings>

export const NO_EFFECT: Effect = async () => []

/** Where an event leads once it was looked at, all but the subscription it is about. */
export type Lead = {
  /** To be read again before anything is applied. */
  subscriptionId?: string | undefined
  /**
   * Every effect but `NO_EFFECT` applies the reading; undefined where that is all there is to it.
   * The reading is undefined when there is no such subscription.
   */
  effectOf: (reading: Reading | undefined) => Effect | undefined | Promise<Effect | undefined>
}

const LEADS_NOWHERE: Lead = { effectOf: () => NO_EFFECT }

export type Something = Exclude<Concern, { kind: 'nothing' }>

/** Asks the provider whatever has to be known beside the subscription. */
export async function lookInto(ctx: AppContext, concern: Something): Promise<Lead> {
  switch (concern.kind) {
    case 'checkout':
      return lookIntoCheckout(ctx, concern)
    case 'subscription':
      return { subscriptionId: concern.subscriptionId, effectOf: justReading }
    case 'invoice':
      return lookIntoInvoice(ctx, concern)
    case 'refund':
      return lookIntoRefund(ctx, concern)
    case 'dispute':
      // Access follows the subscription, which the provider ends when the dispute is lost.
      ctx.log.error({ chargeId: concern.chargeId }, 'a payment is disputed')
      return LEADS_NOWHERE
  }
}

function justReading(reading: Reading | undefined): Effect | undefined {
  return reading ? undefined : NO_EFFECT
}

async function lookIntoCheckout(
  ctx: AppContext,
  { sessionId, hasFailed }: Extract<Something, { kind: 'checkout' }>,
): Promise<Lead> {
  const found = await readSession(ctx, sessionId)
  const leftAlone = () => {
    ctx.log.info({}, 'left alone: a checkout that is not ours')
    return NO_EFFECT
  }
  if (!found) return { effectOf: leftAlone }
  return {
    subscriptionId: found.subscriptionId,
    effectOf: (reading) => {
      if (reading && !isOfOurs(ctx, reading)) return leftAlone()
      return async (trx) => {
        const endings = await applySession(trx, ctx, found, reading)
        if (hasFailed && found.state === 'pending') {
          await updateCheckout(trx, found.checkoutId, { status: 'failed' })
        }
        return endings
      }
    },
  }
}

/** The latest invoice comes with its subscription; money of an earlier one is fetched. */
function lookIntoInvoice(
  ctx: AppContext,
  { invoiceId, subscriptionId }: Extract<Something, { kind: 'invoice' }>,
): Lead {
  return {
    subscriptionId,
    effectOf: async (reading) => {
      const latest = reading?.subscription.latest_invoice
      if (!reading || (typeof latest === 'object' && latest?.id === invoiceId)) {
        return justReading(reading)
      }
      const payment = await findPayment(ctx, invoiceId)
      return (trx) => applyReading(trx, ctx, reading, { payment })
    },
  }
}

/**
 * How much was paid back is asked of the provider: of several refunds the last may be told first,
 * and all of them before the payment.
 */
async function lookIntoRefund(
  ctx: AppContext,
  { chargeId }: Extract<Something, { kind: 'refund' }>,
): Promise<Lead> {
  const { stripe } = ctx.payments
  const charge = await unlessUnknown(() => stripe.charges.retrieve(chargeId))
  if (!charge) return LEADS_NOWHERE
  const invoiceId = await findInvoiceId(ctx, idOf(charge.payment_intent))
  const payment = invoiceId ? await findPayment(ctx, invoiceId) : undefined
  if (!invoiceId || !payment) return LEADS_NOWHERE
  return {
    subscriptionId: payment.subscriptionId,
    effectOf: (reading) => {
      if (!reading) return NO_EFFECT
      return async (trx) => {
        const endings = await applyReading(trx, ctx, reading, { payment })
        await recordRefund(trx, { invoiceId, refundedCents: charge.amount_refunded })
        return endings
      }
    },
  }
}

async function findPayment(ctx: AppContext, invoiceId: string) {
  const invoice = await unlessUnknown(() => ctx.payments.stripe.invoices.retrieve(invoiceId))
  return invoice && paymentFacts(invoice)
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
