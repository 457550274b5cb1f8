import type { Trx } from '#app/db/database.ts'
import { tellOfChanges, tellOfPayment } from '#app/membership/server/mails/notifications.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { type CheckoutRow, lockCheckout, updateCheckout } from './checkouts.queries.ts'
import { isForgotten } from './checkouts.rules.ts'
import { endDuplicates, isToBePaidBack, markDuplicates } from './duplicate-subscription.ts'
import { type ReadFacts, readFacts } from './facts.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { recordPayment } from './payment-records.ts'
import { endRefusedTrials, isTrialRefused } from './refused-trials.ts'
import { type Reading, readFromProvider } from './snapshots.ts'
import { isSameState, type Known, ownerOf, rowOf } from './state.ts'
import {
  findSubscription,
  hasMemberSubscription,
  lockOwner,
  noteReading,
  type SubscriptionRow,
  upsertSubscription,
} from './subscriptions.queries.ts'

/**
 * The one way a subscription's state gets into our rows: re-reads it from the provider and writes
 * it. Webhook, success page, actions and reconciliation all end here, so their order does not
 * matter. Unknown subscriptions and those of other products change nothing.
 */
export async function syncSubscription(ctx: AppContext, subscriptionId: string): Promise<void> {
  await finishEndings(ctx, await refreshSubscription(ctx, subscriptionId))
}

/** The same without what the provider has to be asked for because of it: answers what that is. */
export async function refreshSubscription(
  ctx: AppContext,
  subscriptionId: string,
): Promise<Endings> {
  const reading = await readFromProvider(ctx, subscriptionId)
  if (!reading) {
    ctx.log.error({ subscriptionId }, 'the provider does not know this subscription')
    return []
  }
  return ctx.db.transaction().execute((trx) => applyReading(trx, ctx, reading))
}

/** Ids of subscriptions that are to be ended at the provider once this is committed. */
export type Endings = string[]

/**
 * What had to wait for the commit because it asks the provider. By then everything is written: a
 * failure is for reconciliation to repeat, and not for the caller.
 */
export async function finishEndings(ctx: AppContext, endings: Endings): Promise<void> {
  for (const subscriptionId of new Set(endings)) {
    try {
      await endDuplicates(ctx, subscriptionId)
      await endRefusedTrials(ctx, subscriptionId)
    } catch (error) {
      ctx.log.error({ err: error, subscriptionId }, 'an ending is left to reconciliation')
    }
  }
}

type More = {
  /** Locked already; asked for when the subscription itself names no other. */
  checkout?: CheckoutRow
  /** Of another invoice than the latest one. */
  payment?: PaymentFacts | undefined
}

/**
 * Writes a reading in the caller's transaction, with everything that follows from it here; what
 * follows at the provider is for the caller, after the commit.
 */
export async function applyReading(
  trx: Trx,
  ctx: AppContext,
  reading: Reading,
  { checkout: locked, payment }: More = {},
): Promise<Endings> {
  const facts = readFacts(ctx, reading.subscription)
  const checkout =
    locked && (facts.checkoutId ?? locked.id) === locked.id
      ? locked
      : await lockCheckout(trx, { id: facts.checkoutId, subscriptionId: facts.id })
  if (!checkout) await lockOwner(trx, facts.id)
  const before = await findSubscription(trx, facts.id)
  // What it says about us is not enough: it has to be one of our plans.
  if (!before && !facts.plan) {
    ctx.log.info({ subscriptionId: facts.id }, 'left alone: a subscription to something else')
    return []
  }
  const known = { facts, before, checkout, readNumber: reading.number }
  const isOvertaken = before !== undefined && before.readNumber >= reading.number
  const { after, endings } = isOvertaken
    ? { after: before, endings: [] }
    : await writeState(trx, ctx, known)
  // Money that came in has come in, also when a later reading was faster.
  const isCounted = isPaymentCounted(reading, facts) || before?.readNumber === reading.number
  const payments = isCounted ? [] : [facts.payment]
  for (const each of [...payments, payment]) {
    if (each) await takePayment(trx, ctx, { payment: each, after, known })
  }
  return endings
}

/** Once counted it stays so: what was known before the reading still holds. */
function isPaymentCounted({ known }: Reading, { payment }: ReadFacts): boolean {
  return known?.isPaymentCounted === true && known.latestInvoiceId === payment?.invoiceId
}

async function writeState(
  trx: Trx,
  ctx: AppContext,
  known: Known,
): Promise<{ after: State; endings: Endings }> {
  const { facts, before, checkout } = known
  if (before && isSameState(before, rowOf(ctx, known, ownerOf(known)))) {
    // Most events tell of what is known already: nothing follows from them a second time.
    await noteReading(trx, facts.id, known.readNumber)
    return { after: before, endings: isToBeEnded(before, checkout) ? [facts.id] : [] }
  }
  const isRefused = await isTrialRefused(trx, { facts, checkout, now: ctx.now() })
  const userId = isRefused ? null : ownerOf(known)
  // A browser owns what it has paid for; until then there is nothing that could be one too many.
  const owner = userId ?? (checkout?.status === 'complete' ? checkout.bindingHash : undefined)
  if (owner) await lockOwner(trx, owner)
  const wasMember = userId ? await hasMemberSubscription(trx, userId) : false

  const after = rowOf(ctx, known, userId)
  await upsertSubscription(trx, after)
  if (isRefused && checkout) {
    await updateCheckout(trx, checkout.id, { status: 'trial-refused', subscriptionId: facts.id })
  }
  const bindingHash = checkout?.bindingHash
  const doubles = owner ? await markDuplicates(trx, ctx, { userId, bindingHash }) : []

  const recipient = await recipientOf(trx, { userId, checkout, facts })
  const isPaidBack = before ? await isToBePaidBack(trx, before) : false
  await tellOfChanges(trx, ctx, { before, after, facts, recipient, isRefused, isPaidBack })
  if (userId) {
    const isMember = await hasMemberSubscription(trx, userId)
    const change = isMember && !wasMember ? { userId, became: 'member' } : { userId }
    await announce(trx, 'accounts', JSON.stringify(change))
  }
  const isUnended = isRefused || isToBeEnded(before, checkout)
  return { after, endings: isUnended ? [facts.id, ...doubles] : doubles }
}

function isToBeEnded(before: SubscriptionRow | undefined, checkout: CheckoutRow | undefined) {
  const isDouble = before?.duplicateOf != null && before.refundedAt === null
  return isDouble || checkout?.status === 'trial-refused'
}

type State = Pick<SubscriptionRow, 'userId' | 'plan'>

/** Counts money once, and promises its receipt; what doubles is paid back and needs none. */
async function takePayment(
  trx: Trx,
  ctx: AppContext,
  { payment, after, known }: { payment: PaymentFacts; after: State; known: Known },
): Promise<void> {
  const { userId, plan } = after
  const isNew = await recordPayment(trx, { ...payment, userId })
  if (!isNew || known.before?.duplicateOf != null) return
  const recipient = await recipientOf(trx, { ...known, userId })
  if (recipient) await tellOfPayment(trx, ctx, { payment, plan, recipient })
}

/**
 * Where mail about it goes: to the account, and before there is one to the payment's address. Of an
 * account that is gone nobody is told any more.
 */
async function recipientOf(
  trx: Trx,
  { userId, checkout, facts }: Pick<Known, 'checkout' | 'facts'> & { userId: string | null },
): Promise<string | undefined> {
  if (!userId && checkout && isForgotten(checkout)) return
  if (!userId) return checkout?.email ?? facts.email
  const user = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.email
}
