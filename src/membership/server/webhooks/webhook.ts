import Stripe from 'stripe'
import type { Database, Trx } from '#app/db/database.ts'
import { WEBHOOK_EVENT_KEPT_MS } from '#app/membership/membership.facts.ts'
import {
  applySession,
  isOurPlan,
  readSession,
  type SessionSnapshot,
} from '#app/membership/server/checkout/settle-checkout.ts'
import { lookAfterRefunds } from '#app/membership/server/owner-actions/sent-back.ts'
import { idOf } from '#app/membership/server/provider.rules.ts'
import { updateCheckout } from '#app/membership/server/subscription/checkouts.queries.ts'
import {
  type ProviderSnapshot,
  readSnapshot,
} from '#app/membership/server/subscription/snapshots.ts'
import {
  isSameState,
  type PaymentFacts,
  readFacts,
  readPaymentFacts,
  toRow,
} from '#app/membership/server/subscription/state.ts'
import {
  type Refunded,
  takeNumber,
  updateDispute,
  updateRefund,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import {
  applySnapshot,
  cancelMarked,
  type ToCancel,
} from '#app/membership/server/subscription/sync.ts'
import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall, readRefundedCents } from '#app/server/payments.ts'
import {
  deleteWebhookEventsBefore,
  insertEventsOfReading,
  insertWebhookEvents,
  type NewWebhookEvent,
} from './webhook.queries.ts'
import { type EventSubject, objectIdOf, subjectOf } from './webhook.rules.ts'

/**
 * Handles one event. First everything is read from the provider, then one transaction stores the
 * event and applies what was read: both happen or neither does. When this returns it is done;
 * when it throws nothing was stored, and the provider sends the event again.
 */
export async function handleEvent(ctx: AppContext, event: Stripe.Event): Promise<void> {
  if (event.api_version !== Stripe.API_VERSION) {
    // Harmless, because only ids are taken from it, but the endpoint should be set right.
    ctx.log.warn({ eventId: event.id, version: event.api_version }, 'another API version')
  }
  const row = {
    id: event.id,
    type: event.type,
    objectId: objectIdOf(event),
    createdAt: new Date(event.created * 1000),
    receivedAt: ctx.now(),
  }
  const subject = subjectOf(event)
  if (subject.kind === 'nothing') return recordEvent(ctx, row)
  const resolved = await resolve(ctx, subject)
  const arrival = { row, resolved }
  const toCancel = resolved.subscriptionId
    ? await handleTogether(ctx, resolved.subscriptionId, arrival)
    : await applyAll(ctx, undefined, [arrival])
  await cancelMarked(ctx, toCancel)
}

/** How long events are gathered: only the provider waits for the acknowledgement. */
const GATHER_MS = 10

const insertTogether = batch(
  (db: Database, events: NewWebhookEvent[]) => insertWebhookEvents(db, events),
  { gatherMs: GATHER_MS / 2 },
)

/**
 * Stores an event from which nothing follows. Batched, so that a storm of them waits for the disk a
 * few times only.
 */
async function recordEvent({ db }: AppContext, event: NewWebhookEvent): Promise<void> {
  await insertTogether(db, '', event)
}

/** What an event is about, with everything that had to be read from the provider for it. */
type ResolvedEvent =
  | { kind: 'nothing'; subscriptionId?: undefined }
  | { kind: 'subscription'; subscriptionId: string }
  | { kind: 'invoice'; subscriptionId: string; invoiceId: string }
  | {
      kind: 'session'
      /** Undefined while nothing has been paid. */
      subscriptionId: string | undefined
      session: SessionSnapshot
      hasFailed: boolean
    }
  | { kind: 'refund'; subscriptionId: string; payment: PaymentFacts; refunded: Refunded }
  | { kind: 'dispute'; subscriptionId: string; payment: PaymentFacts; status: string }

const NOTHING: ResolvedEvent = { kind: 'nothing' }

async function resolve(
  ctx: AppContext,
  subject: Exclude<EventSubject, { kind: 'nothing' }>,
): Promise<ResolvedEvent> {
  switch (subject.kind) {
    case 'checkout': {
      const session = await readSession(ctx, subject.sessionId)
      if (!session) return ignoreCheckout(ctx)
      const { subscriptionId } = session
      return { kind: 'session', subscriptionId, session, hasFailed: subject.hasFailed }
    }
    case 'subscription':
    case 'invoice':
      return subject
    case 'refund':
      return resolveRefund(ctx, subject.chargeId)
    case 'dispute':
      return resolveDispute(ctx, subject)
  }
}

function ignoreCheckout(ctx: AppContext): { kind: 'nothing' } {
  ctx.log.info({}, 'ignored: a checkout that is not ours')
  return { kind: 'nothing' }
}

/**
 * The refunded total is read from the provider: of several refunds the last may be reported first,
 * and all of them before the payment.
 */
async function resolveRefund(ctx: AppContext, chargeId: string): Promise<ResolvedEvent> {
  const { stripe } = ctx.payments
  const readNumber = await takeNumber(ctx.db)
  const charge = await unlessUnknown(() => stripe.charges.retrieve(chargeId))
  const invoiceId = charge && (await findInvoiceId(ctx, idOf(charge.payment_intent)))
  const payment = invoiceId ? await findPayment(ctx, invoiceId) : undefined
  if (!charge || !payment) return NOTHING
  const { subscriptionId } = payment
  const refunded = { cents: await readRefundedCents(ctx.payments, charge), readNumber }
  return { kind: 'refund', subscriptionId, payment, refunded }
}

/** Access follows the subscription, which the provider ends when the dispute is lost. */
async function resolveDispute(
  ctx: AppContext,
  { chargeId, disputeId }: { chargeId: string; disputeId: string },
): Promise<ResolvedEvent> {
  ctx.log.error({ chargeId }, 'a payment is disputed')
  const { stripe } = ctx.payments
  const dispute = await unlessUnknown(() => stripe.disputes.retrieve(disputeId))
  const invoiceId = dispute && (await findInvoiceId(ctx, idOf(dispute.payment_intent)))
  const payment = invoiceId ? await findPayment(ctx, invoiceId) : undefined
  if (!dispute || !payment) return NOTHING
  return {
    kind: 'dispute',
    subscriptionId: payment.subscriptionId,
    payment,
    status: dispute.status,
  }
}

type Arrival = { row: NewWebhookEvent; resolved: ResolvedEvent }

/**
 * A purchase causes several events in one moment. Those about one subscription share one snapshot,
 * which is read after all of them, and one transaction: alone they would wait for each other's
 * locks and find nothing new.
 */
const handleTogether = batch(
  async (ctx: AppContext, arrivals: Arrival[], subscriptionId): Promise<ToCancel[]> => {
    const snapshot = await readSnapshot(ctx, subscriptionId)
    const toCancel = await applyAll(ctx, snapshot, arrivals)
    // Only one of them gets what is to be cancelled, after this batch: cancelling causes events as
    // well.
    return arrivals.map((_, n) => (n === 0 ? toCancel : []))
  },
  { gatherMs: GATHER_MS },
)

async function applyAll(
  ctx: AppContext,
  snapshot: ProviderSnapshot | undefined,
  arrivals: Arrival[],
): Promise<ToCancel> {
  const rows = arrivals.map(({ row }) => row)
  const changes = await Promise.all(
    arrivals.map(({ resolved }) => changeOf(ctx, resolved, snapshot)),
  )
  const isSnapshotAlone = changes.every(({ kind }) => kind === 'snapshot')
  if (snapshot && isSnapshotAlone && (await recordUnchanged(ctx, rows, snapshot))) return []

  return ctx.db.transaction().execute(async (trx) => {
    const isNew = await insertWebhookEvents(trx, rows)
    const toCancel: ToCancel = []
    for (const change of combine(changes.filter((_, n) => isNew[n]))) {
      toCancel.push(...(await apply(trx, ctx, change)))
    }
    return toCancel
  })
}

/** What is written because of an event. All but `nothing` write the snapshot too, if there is one. */
type Change =
  | { kind: 'nothing' }
  | { kind: 'snapshot'; snapshot: ProviderSnapshot }
  | { kind: 'payment'; snapshot: ProviderSnapshot; payment: PaymentFacts }
  | {
      kind: 'session'
      snapshot: ProviderSnapshot | undefined
      session: SessionSnapshot
      hasFailed: boolean
    }
  | {
      kind: 'refund'
      snapshot: ProviderSnapshot
      payment: PaymentFacts
      refunded: Refunded
    }
  | { kind: 'dispute'; snapshot: ProviderSnapshot; payment: PaymentFacts; status: string }

/** The snapshot is undefined when the provider has no such subscription. */
async function changeOf(
  ctx: AppContext,
  event: ResolvedEvent,
  snapshot: ProviderSnapshot | undefined,
): Promise<Change> {
  if (event.kind === 'nothing') return event
  if (event.kind === 'session') {
    const { session, hasFailed } = event
    if (snapshot && !isOurPlan(ctx, snapshot)) return ignoreCheckout(ctx)
    return { kind: 'session', snapshot, session, hasFailed }
  }
  if (!snapshot) return { kind: 'nothing' }
  switch (event.kind) {
    case 'subscription':
      return { kind: 'snapshot', snapshot }
    case 'invoice': {
      // The latest invoice comes with its subscription; money of an earlier one is fetched.
      const { latest_invoice: latest } = snapshot.subscription
      const isLatest = typeof latest === 'object' && latest?.id === event.invoiceId
      const payment = isLatest ? undefined : await findPayment(ctx, event.invoiceId)
      return payment ? { kind: 'payment', snapshot, payment } : { kind: 'snapshot', snapshot }
    }
    case 'refund': {
      const { payment, refunded } = event
      return { kind: 'refund', snapshot, payment, refunded }
    }
    case 'dispute': {
      const { payment, status } = event
      return { kind: 'dispute', snapshot, payment, status }
    }
  }
}

/** Writes the snapshot once: by itself only when no other change brings it along. */
function combine(changes: Change[]): Change[] {
  const more = changes.filter(({ kind }) => kind !== 'nothing' && kind !== 'snapshot')
  return more.length > 0 ? more : changes.filter(({ kind }) => kind === 'snapshot').slice(0, 1)
}

async function apply(trx: Trx, ctx: AppContext, change: Change): Promise<ToCancel> {
  switch (change.kind) {
    case 'nothing':
      return []
    case 'snapshot':
      return applySnapshot(trx, ctx, change.snapshot)
    case 'payment':
      return applySnapshot(trx, ctx, change.snapshot, { payment: change.payment })
    case 'session': {
      const { session, snapshot, hasFailed } = change
      const toCancel = await applySession(trx, ctx, session, snapshot)
      if (hasFailed && session.state === 'pending') {
        await updateCheckout(trx, session.checkoutId, { status: 'failed' })
      }
      return toCancel
    }
    case 'refund': {
      const { snapshot, payment, refunded } = change
      const isThanked = refunded.cents < payment.amountCents
      const toCancel = await applySnapshot(trx, ctx, snapshot, { payment, isThanked })
      await updateRefund(trx, payment.invoiceId, refunded)
      await lookAfterRefunds(trx, ctx, payment.invoiceId)
      return toCancel
    }
    case 'dispute': {
      const { snapshot, payment, status } = change
      const toCancel = await applySnapshot(trx, ctx, snapshot, { payment })
      await updateDispute(trx, { invoiceId: payment.invoiceId, status })
      return toCancel
    }
  }
}

/**
 * Most events repeat what other events have said: then only the events are stored, without locking
 * a person and a checkout. Returns false when something might be new; nothing is stored then.
 */
async function recordUnchanged(
  ctx: AppContext,
  events: NewWebhookEvent[],
  { number: readNumber, subscription, known: before }: ProviderSnapshot,
): Promise<boolean> {
  if (!before || (before.duplicateOf !== null && before.refundedAt === null)) return false
  const facts = readFacts(ctx, subscription)
  const after = toRow(ctx, { facts, before, checkout: undefined, readNumber }, before.userId)
  if (!isSameState(before, after)) return false
  if (facts.payment && !before.isPaymentCounted) return false
  const { id } = facts
  return insertEventsOfReading(ctx.db, events, { id, from: before.readNumber, readNumber })
}

async function findPayment(ctx: AppContext, invoiceId: string) {
  const invoice = await unlessUnknown(() => ctx.payments.stripe.invoices.retrieve(invoiceId))
  return invoice && readPaymentFacts(invoice)
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

/** Undefined when the provider does not know the object, which is not ours then. */
async function unlessUnknown<T>(work: () => Promise<T>): Promise<T | undefined> {
  return paymentCall(work).catch((error) => {
    if (isUnknownToProvider(error)) return undefined
    throw error
  })
}

export async function purgeOldWebhookEvents(ctx: AppContext): Promise<void> {
  await deleteWebhookEventsBefore(ctx.db, new Date(ctx.now().getTime() - WEBHOOK_EVENT_KEPT_MS))
}
