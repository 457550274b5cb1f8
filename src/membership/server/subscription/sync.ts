import type { Database, Trx } from '#app/db/database.ts'
import { enqueueChangeMails, enqueueReceipt } from '#app/membership/server/mails/notifications.ts'
import { hasMembership } from '#app/membership/server/membership.queries.ts'
import { isLiveStatus } from '#app/membership/server/membership.rules.ts'
import { announceMembership } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import {
  type CheckoutRow,
  findClaimTime,
  lockCheckout,
  updateCheckout,
} from './checkouts.queries.ts'
import { refundPaymentsOf } from './refunds.ts'
import { type ProviderSnapshot, readSnapshot } from './snapshots.ts'
import {
  isAccountDeleted,
  isSameState,
  ownerOf,
  type PaymentFacts,
  readFacts,
  readPaymentFacts,
  type SubscriptionFacts,
  type SyncInput,
  toRow,
} from './state.ts'
import {
  clearDuplicate,
  findEmailOf,
  findLiveSubscriptions,
  findPast,
  findRefusedTrials,
  findSubscription,
  findUnsettledDuplicates,
  insertPayment,
  lockOwner,
  markDuplicate,
  markRefunded,
  type SubscriptionRow,
  updateReadNumber,
  upsertSubscription,
} from './subscriptions.queries.ts'
import { isTrialRefused } from './trials.ts'

/**
 * Re-reads a subscription from the provider and stores what it says; see `applySnapshot`. Unknown
 * subscriptions and those of other products change nothing.
 */
export async function syncSubscription(ctx: AppContext, subscriptionId: string): Promise<void> {
  await cancelMarked(ctx, await refreshSubscription(ctx, subscriptionId))
}

/**
 * Counts all payments of a subscription that the provider knows and no event reported. No receipts are mailed for
 * them.
 */
export async function countPayments(ctx: AppContext, subscriptionId: string): Promise<void> {
  const { invoices } = ctx.payments.stripe
  const { data } = await paymentCall(() =>
    invoices.list({ subscription: subscriptionId, status: 'paid', limit: 100 }),
  )
  const snapshot = await readSnapshot(ctx, subscriptionId)
  if (!snapshot) return
  for (const invoice of data) {
    const payment = readPaymentFacts(invoice)
    await ctx.db
      .transaction()
      .execute((trx) => applySnapshot(trx, ctx, snapshot, { payment, isThanked: false }))
  }
}

/** Ids of subscriptions that are to be cancelled at the provider once the transaction is committed. */
export type ToCancel = string[]

/** Reads and stores a subscription, and leaves what is to be cancelled because of it to the caller. */
async function refreshSubscription(ctx: AppContext, subscriptionId: string): Promise<ToCancel> {
  const snapshot = await readSnapshot(ctx, subscriptionId)
  if (!snapshot) {
    ctx.log.error({ subscriptionId }, 'the provider does not know this subscription')
    return []
  }
  return ctx.db.transaction().execute((trx) => applySnapshot(trx, ctx, snapshot))
}

type Extra = {
  /** Locked already; used unless the subscription itself names another. */
  checkout?: CheckoutRow
  /** The payment of an invoice other than the latest one. */
  payment?: PaymentFacts | undefined
  /** False for a payment refunded before we heard of it, or long ago: no receipt is mailed. */
  isThanked?: boolean
}

/**
 * The one way a subscription's state gets into our rows: webhook, success page, actions and
 * reconciliation all end here, so their order does not matter.
 *
 * Writes a snapshot in the caller's transaction, with everything that follows from it here. What
 * follows at the provider is for the caller, after the commit.
 */
export async function applySnapshot(
  trx: Trx,
  ctx: AppContext,
  snapshot: ProviderSnapshot,
  { checkout: locked, payment, isThanked = true }: Extra = {},
): Promise<ToCancel> {
  const facts = readFacts(ctx, snapshot.subscription)
  const checkout =
    locked && (facts.checkoutId ?? locked.id) === locked.id
      ? locked
      : await lockCheckout(trx, { id: facts.checkoutId, subscriptionId: facts.id })
  if (!checkout) await lockOwner(trx, facts.id)
  const before = await findSubscription(trx, facts.id)
  // That it names our checkout is not enough: its price has to be one of our plans.
  if (!before && !facts.plan) {
    ctx.log.info({ subscriptionId: facts.id }, 'ignored: a subscription to something else')
    return []
  }
  const input = { facts, before, checkout, readNumber: snapshot.number }
  const isStale = before !== undefined && before.readNumber >= snapshot.number
  const { after, toCancel } = isStale
    ? { after: before, toCancel: [] }
    : await writeState(trx, ctx, input)
  // A payment counts even when a later snapshot was faster.
  const isCounted = isPaymentCounted(snapshot, facts) || before?.readNumber === snapshot.number
  const payments = isCounted ? [] : [facts.payment]
  for (const each of [...payments, payment]) {
    if (!each) continue
    const isMailed = isThanked || each.invoiceId !== payment?.invoiceId
    await recordPayment(trx, ctx, { payment: each, after, input, isThanked: isMailed })
  }
  return toCancel
}

/** A payment that has been counted stays so: what was known before the reading still holds. */
function isPaymentCounted({ known }: ProviderSnapshot, { payment }: SubscriptionFacts): boolean {
  return known?.isPaymentCounted === true && known.latestInvoiceId === payment?.invoiceId
}

async function writeState(
  trx: Trx,
  ctx: AppContext,
  input: SyncInput,
): Promise<{ after: Written; toCancel: ToCancel }> {
  const { facts, before, checkout } = input
  if (before && isSameState(before, toRow(ctx, input, ownerOf(input)))) {
    // Most events repeat what is known already: nothing follows from them a second time.
    await updateReadNumber(trx, facts.id, input.readNumber)
    return { after: before, toCancel: isToBeCancelled(before, checkout) ? [facts.id] : [] }
  }
  const isRefused = await isTrialRefused(trx, { facts, checkout, now: ctx.now() })
  const userId = isRefused ? null : ownerOf(input)
  // A browser owns what it has paid for; before that, nothing can be a duplicate.
  const owner = userId ?? (checkout?.status === 'complete' ? checkout.bindingHash : undefined)
  if (owner) await lockOwner(trx, owner)
  const wasMember = userId ? await hasMembership(trx, userId) : false

  const after = toRow(ctx, input, userId)
  await upsertSubscription(trx, after)
  if (isRefused && checkout) {
    await updateCheckout(trx, checkout.id, { status: 'trial-refused', subscriptionId: facts.id })
  }
  const bindingHash = checkout?.bindingHash
  const duplicates = owner ? await markDuplicates(trx, ctx, { userId, bindingHash }) : []

  await enqueueChangeMails(trx, ctx, {
    before,
    after,
    facts,
    recipient: await recipientOf(trx, { userId, checkout, facts }),
    isTrialRefused: isRefused,
    isRefundDue: before ? await isRefundDue(trx, before) : false,
    ...(await findPast(trx, facts.id)),
  })
  if (userId) await announceMembership(trx, { userId, wasMember })
  const isExcess = isRefused || isToBeCancelled(before, checkout)
  return { after, toCancel: isExcess ? [facts.id, ...duplicates] : duplicates }
}

function isToBeCancelled(before: SubscriptionRow | undefined, checkout: CheckoutRow | undefined) {
  const isDuplicate = before?.duplicateOf != null && before.refundedAt === null
  return isDuplicate || checkout?.status === 'trial-refused'
}

type Written = Pick<SubscriptionRow, 'userId' | 'plan'>

/** Counts a payment once, and enqueues its receipt; a duplicate's payment is refunded and needs none. */
async function recordPayment(
  trx: Trx,
  ctx: AppContext,
  {
    payment,
    after,
    input,
    isThanked,
  }: { payment: PaymentFacts; after: Written; input: SyncInput; isThanked: boolean },
): Promise<void> {
  const { userId, plan } = after
  const isNew = await insertPayment(trx, { ...payment, userId })
  if (!isNew || !isThanked || input.before?.duplicateOf != null) return
  const recipient = await recipientOf(trx, { ...input, userId })
  if (recipient) await enqueueReceipt(trx, ctx, { payment, plan, recipient })
}

/**
 * The address for mail about a subscription: the account's, or the payment's while there is no
 * account. Undefined after the account is deleted: nobody is written to then.
 */
async function recipientOf(
  trx: Trx,
  { userId, checkout, facts }: Pick<SyncInput, 'checkout' | 'facts'> & { userId: string | null },
): Promise<string | undefined> {
  if (!userId && checkout && isAccountDeleted(checkout)) return
  if (!userId) return checkout?.email ?? facts.email
  return findEmailOf(trx, userId)
}

type Person = {
  userId: string | null
  bindingHash: string | undefined
  /** Ids of the subscriptions the account had before a payment was linked to it. */
  linkedBefore?: string[]
}

/**
 * Makes sure that nobody pays twice: of several live subscriptions of one person one stays, and the
 * others are marked to be cancelled. Runs under the owner's lock, so two that arrive at once see
 * each other. Returns the ids of the others.
 */
export async function markDuplicates(
  trx: Trx,
  ctx: Pick<AppContext, 'log'>,
  { userId, bindingHash, linkedBefore = [] }: Person,
): Promise<ToCancel> {
  const live = userId
    ? await findLiveSubscriptions(trx, { userId })
    : await findLiveSubscriptions(trx, { bindingHash: bindingHash ?? '' }, { atLeast: 2 })
  const [kept, ...others] = byPrecedence(live, new Set(linkedBefore))
  if (!kept) return []
  for (const { id } of others) {
    ctx.log.error({ subscriptionId: id, duplicateOf: kept.id }, 'a second live subscription')
    await markDuplicate(trx, id, kept.id)
  }
  return others.map(({ id }) => id)
}

/**
 * Linking a payment takes no membership away: the account's own comes first, unless its payment is
 * due. Then comes one that is paid for; equal ones keep the given order, oldest first.
 */
function byPrecedence(live: SubscriptionRow[], linkedBefore: Set<string>): SubscriptionRow[] {
  const rank = ({ id, status }: SubscriptionRow) => {
    const isOwn = linkedBefore.has(id)
    if (isOwn && status !== 'past_due') return -1
    return PRECEDENCE.indexOf(status) * 2 + (isOwn ? 0 : 1)
  }
  return live.toSorted((a, b) => rank(a) - rank(b))
}

const PRECEDENCE = ['active', 'trialing', 'past_due']

/**
 * Whether a duplicate's payments are refunded. One that was newer, or was linked only after the
 * kept one had begun, brought its owner nothing. What an older one took was for time that has been
 * used.
 */
async function isRefundDue(db: Database, duplicate: SubscriptionRow): Promise<boolean> {
  const kept = duplicate.duplicateOf ? await findSubscription(db, duplicate.duplicateOf) : undefined
  const claimedAt = await findClaimTime(db, duplicate.id)
  return !kept || kept.createdAt <= duplicate.createdAt || (claimedAt ?? 0) >= kept.createdAt
}

/**
 * Cancels at the provider what a committed transaction has marked. Everything is stored by then, so
 * a failure is left to reconciliation and not thrown at the caller.
 */
export async function cancelMarked(ctx: AppContext, toCancel: ToCancel): Promise<void> {
  for (const subscriptionId of new Set(toCancel)) {
    try {
      await cancelDuplicates(ctx, subscriptionId)
      await cancelRefusedTrials(ctx, subscriptionId)
    } catch (error) {
      ctx.log.error({ err: error, subscriptionId }, 'a cancellation is left to reconciliation')
    }
  }
}

/**
 * Cancels duplicates at the provider and refunds those for which `isRefundDue`; retried until both
 * are done.
 */
export async function cancelDuplicates(ctx: AppContext, subscriptionId?: string): Promise<void> {
  for (const duplicate of await findUnsettledDuplicates(ctx.db, subscriptionId)) {
    const { id, duplicateOf } = duplicate
    await refreshSubscription(ctx, id)
    if (await isLive(ctx, id)) {
      if (duplicateOf) await refreshSubscription(ctx, duplicateOf)
      if (!duplicateOf || !(await isLive(ctx, duplicateOf))) {
        await releaseDuplicate(ctx, id)
        continue
      }
      await cancel(ctx, id)
      await refreshSubscription(ctx, id)
    }
    if (await isRefundDue(ctx.db, duplicate)) await refundPaymentsOf(ctx, id, 'duplicate')
    // Marked even when nothing had to be refunded: this duplicate is settled.
    await markRefunded(ctx.db, id, ctx.now())
  }
}

/**
 * The earlier one had ended without us hearing of it: this is no duplicate but the membership,
 * unless there is yet another.
 */
async function releaseDuplicate(ctx: AppContext, id: string): Promise<void> {
  ctx.log.info({ subscriptionId: id }, 'no duplicate: the earlier subscription has ended')
  await clearDuplicate(ctx.db, id)
  await refreshSubscription(ctx, id)
}

async function isLive({ db }: AppContext, id: string): Promise<boolean> {
  return isLiveStatus((await findSubscription(db, id))?.status ?? '')
}

/** Cancels trials that were not the first one. The page called them free, so they are never charged. */
export async function cancelRefusedTrials(ctx: AppContext, subscriptionId?: string): Promise<void> {
  for (const { id } of await findRefusedTrials(ctx.db, subscriptionId)) {
    await cancel(ctx, id)
    await refreshSubscription(ctx, id)
  }
}

async function cancel({ payments: { stripe } }: AppContext, id: string): Promise<void> {
  await paymentCall(() => stripe.subscriptions.cancel(id)).catch((error) => {
    if (!isUnknownToProvider(error)) throw error
  })
}
