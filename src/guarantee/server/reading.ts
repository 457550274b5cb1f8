import pLimit from 'p-limit'
import type Stripe from 'stripe'
import { findAccount } from '#app/accounts/server/accounts.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { isUnknownToProvider, paymentCall, readRefundedCents } from '#app/server/payments.ts'
import { hashToken } from '#app/server/tokens.ts'
import { disputeState } from './claim.rules.ts'
import {
  beginReading,
  deleteChanges,
  deleteOtherPayments,
  findSubscriptionsOf,
  hasPaidBefore,
  keepKeys,
  lockGuarantee,
  updateGuarantee,
  upsertPayment,
} from './guarantee.queries.ts'
import { type PaidLine, paidRuns } from './paid-time.rules.ts'

const AT_ONCE = 4
const MOST_INVOICES = 1000

/** A paid invoice and the state of its payment. */
type Reading = {
  invoiceId: string
  subscriptionId: string
  paidAt: Date
  amountCents: number
  lines: PaidLine[]
  payment: Money | undefined
}

type Money = {
  intentId: string
  refundedCents: number
  dispute: 'open' | 'lost' | 'won' | null
  card: { brand: string; last4: string; fingerprint: string | null } | undefined
}

/**
 * Reads a user's payments from the provider and stores them. Of two concurrent readings the one that began
 * later wins. Returns the id of the guarantee; undefined if nothing was ever paid.
 */
export async function readPaidTime(ctx: AppContext, userId: string): Promise<string | undefined> {
  const { number, through } = await beginReading(ctx.db, userId)
  const subscriptions = await findSubscriptionsOf(ctx.db, userId)
  const readings: Reading[] = []
  for (const { id, duplicateOf } of subscriptions) {
    const paid = await readInvoices(ctx, id)
    // A duplicate for the same time that was refunded automatically was no paid year.
    readings.push(...(duplicateOf === null ? paid : paid.filter((each) => !isPaidBack(each))))
  }
  return ctx.db.transaction().execute(async (trx) => {
    await deleteChanges(trx, { userId, through })
    if (readings.length === 0 && subscriptions.length === 0) return undefined
    const now = ctx.payments.providerNow()
    const row = await lockGuarantee(trx, { userId, newId: newId(), now })
    if (Number(row.readNumber) >= number) return row.id
    for (const { lines, payment, ...each } of readings) {
      await upsertPayment(trx, {
        ...each,
        guaranteeId: row.id,
        lines: JSON.stringify(lines),
        paymentIntentId: payment?.intentId ?? null,
        refundedCents: payment?.refundedCents ?? 0,
        dispute: payment?.dispute ?? null,
        disputeWonAt: payment?.dispute === 'won' ? now : null,
        cardBrand: payment?.card?.brand ?? null,
        cardLast4: payment?.card?.last4 ?? null,
      })
    }
    await deleteOtherPayments(
      trx,
      row.id,
      readings.map(({ invoiceId }) => invoiceId),
    )
    await keepKeysOf(trx, { userId, guaranteeId: row.id, readings, now })
    // Known with the first payment, and kept as it was found then.
    const [first] = paidRuns(readings)
    const hadBefore =
      row.hadBefore ??
      (first ? await hasPaidBefore(trx, { guaranteeId: row.id, at: first.from }) : null)
    await updateGuarantee(trx, row.id, { readAt: now, readNumber: number, hadBefore })
    return row.id
  })
}

/** Stores hashes of the user's address and cards, by which a returning person is recognized. */
async function keepKeysOf(
  trx: Trx,
  { userId, guaranteeId, readings, now }: Whose & { readings: Reading[]; now: Date },
): Promise<void> {
  const account = await findAccount({ db: trx }, { id: userId })
  const cards = readings.flatMap(({ payment }) => payment?.card?.fingerprint ?? [])
  const keys = [
    ...(account ? [{ kind: 'email' as const, keyHash: hashToken(account.email) }] : []),
    ...[...new Set(cards)].map((card) => ({ kind: 'card' as const, keyHash: hashToken(card) })),
  ]
  await keepKeys(
    trx,
    keys.map((key) => ({ ...key, guaranteeId, keptAt: now })),
  )
}

type Whose = { userId: string; guaranteeId: string }

function isPaidBack({ amountCents, payment }: Reading): boolean {
  return payment !== undefined && payment.refundedCents >= amountCents
}

/** Returns the paid invoices of a subscription; none if the provider does not know it. */
async function readInvoices(ctx: AppContext, subscription: string): Promise<Reading[]> {
  const { stripe } = ctx.payments
  const invoices = await paymentCall(() =>
    stripe.invoices
      .list({ subscription, status: 'paid', limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: MOST_INVOICES }),
  ).catch((error: unknown) => {
    if (isUnknownToProvider(error)) return []
    throw error
  })
  const limit = pLimit(AT_ONCE)
  const readings = await Promise.all(
    invoices.map((invoice) => limit(() => readInvoice(ctx, subscription, invoice))),
  )
  return readings.filter((each) => each !== undefined)
}

async function readInvoice(
  ctx: AppContext,
  subscriptionId: string,
  invoice: Stripe.Invoice,
): Promise<Reading | undefined> {
  const { id: invoiceId, created, amount_paid: amountCents, status_transitions } = invoice
  if (!invoiceId) return
  const lines = await readLines(ctx, invoice)
  // A trial's invoice, which is paid with nothing.
  if (lines.length === 0) return
  const intentId = paidIntentOf(ctx, invoice)
  return {
    invoiceId,
    subscriptionId,
    paidAt: new Date((status_transitions.paid_at ?? created) * 1000),
    amountCents,
    lines,
    payment: intentId === undefined ? undefined : await readMoney(ctx, intentId),
  }
}

async function readLines(ctx: AppContext, { id, lines }: Stripe.Invoice): Promise<PaidLine[]> {
  const all = lines.has_more
    ? await paymentCall(() =>
        ctx.payments.stripe.invoices
          .listLineItems(id ?? '', { limit: 100 })
          .autoPagingToArray({ limit: MOST_INVOICES }),
      )
    : lines.data
  return all
    .map(({ amount, discount_amounts, period }) => ({
      from: new Date(period.start * 1000),
      to: new Date(period.end * 1000),
      cents: amount - (discount_amounts ?? []).reduce((sum, each) => sum + each.amount, 0),
    }))
    .filter(({ cents }) => cents !== 0)
}

/** Returns the payment intent of an invoice; undefined if it was settled by credit or by hand. */
function paidIntentOf(ctx: AppContext, { id, payments }: Stripe.Invoice): string | undefined {
  const paid = (payments?.data ?? []).filter(({ status }) => status === 'paid')
  const intents = paid.flatMap(({ payment: { payment_intent: intent } }) =>
    intent ? [typeof intent === 'string' ? intent : intent.id] : [],
  )
  // We request one payment per invoice; further ones are left to a person.
  if (intents.length > 1) ctx.log.error({ invoiceId: id }, 'an invoice was paid in several parts')
  return intents[0]
}

/** Reads the current state of a payment from the provider. */
export async function readMoney(ctx: AppContext, intentId: string): Promise<Money> {
  const charge = await readCharge(ctx, intentId)
  const card = charge?.payment_method_details?.card
  return {
    intentId,
    refundedCents: charge ? await readRefundedCents(ctx.payments, charge) : 0,
    dispute: charge?.disputed ? await readDispute(ctx, intentId) : null,
    card:
      card?.brand && card.last4
        ? { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint ?? null }
        : undefined,
  }
}

export async function readCharge(
  ctx: AppContext,
  intentId: string,
): Promise<Stripe.Charge | undefined> {
  const { latest_charge: charge } = await paymentCall(() =>
    ctx.payments.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
  )
  return typeof charge === 'object' ? (charge ?? undefined) : undefined
}

/** Returns the state of a payment's disputes; of several, the most serious. */
export async function readDispute(
  ctx: AppContext,
  intentId: string,
): Promise<'open' | 'lost' | 'won' | null> {
  const disputes = await paymentCall(() =>
    ctx.payments.stripe.disputes
      .list({ payment_intent: intentId, limit: 100 })
      .autoPagingToArray({ limit: 100 }),
  )
  const states = disputes.map(({ status }) => disputeState(status))
  return WEIGHTS.find((state) => states.includes(state)) ?? null
}

const WEIGHTS = ['open', 'lost', 'won'] as const
