import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { findClaimTime } from './checkouts.queries.ts'
import { isLive } from './checkouts.rules.ts'
import { refundPaymentsOf } from './refunds.ts'
import {
  findLiveSubscriptions,
  findSubscription,
  findUnendedDuplicates,
  markDuplicate,
  markRefunded,
  type SubscriptionRow,
  unmarkDuplicate,
} from './subscriptions.queries.ts'
import { refreshSubscription } from './sync-subscription.ts'

type Person = {
  userId: string | null
  bindingHash: string | undefined
  /** What the account had before a payment was claimed for it. */
  linkedBefore?: string[]
}

/**
 * Nobody pays twice: of several live subscriptions of one person one stays, the others are
 * marked to be ended. Runs under the owner's lock, so two that arrive at once see each other.
 * Answers the ids of the others.
 */
export async function markDuplicates(
  trx: Trx,
  ctx: Pick<AppContext, 'log'>,
  { userId, bindingHash, linkedBefore = [] }: Person,
): Promise<string[]> {
  const live = userId
    ? await findLiveSubscriptions(trx, { userId })
    : await findLiveSubscriptions(trx, { bindingHash: bindingHash ?? '' }, { atLeast: 2 })
  const [kept, ...others] = inOrderOfWorth(live, new Set(linkedBefore))
  if (!kept) return []
  for (const { id } of others) {
    ctx.log.error({ subscriptionId: id, duplicateOf: kept.id }, 'a second live subscription')
    await markDuplicate(trx, id, kept.id)
  }
  return others.map(({ id }) => id)
}

/**
 * Whatever is claimed takes no membership away: the account's own comes first, unless it waits for its
 * money. Then the one that is paid for, and of equal ones the oldest, as they are given.
 */
function inOrderOfWorth(live: SubscriptionRow[], linkedBefore: Set<string>): SubscriptionRow[] {
  const rank = ({ id, status }: SubscriptionRow) => {
    const isOwn = linkedBefore.has(id)
    if (isOwn && status !== 'past_due') return -1
    return WORTH.indexOf(status) * 2 + (isOwn ? 0 : 1)
  }
  return live.toSorted((a, b) => rank(a) - rank(b))
}

const WORTH = ['active', 'trialing', 'past_due']

/**
 * A double that was newer, or found its account only after the one that is kept had begun, brought
 * nothing. What an older one took was for time that has been used.
 */
export async function isToBePaidBack(db: Database, double: SubscriptionRow): Promise<boolean> {
  const kept = double.duplicateOf ? await findSubscription(db, double.duplicateOf) : undefined
  const claimedAt = await findClaimTime(db, double.id)
  return !kept || kept.createdAt <= double.createdAt || (claimedAt ?? 0) >= kept.createdAt
}

/**
 * Cancels the doubles at the provider and pays back those that are the newer one; again and again
 * until both are done.
 */
export async function endDuplicates(ctx: AppContext, subscriptionId?: string): Promise<void> {
  for (const double of await findUnendedDuplicates(ctx.db, subscriptionId)) {
    const { id, duplicateOf } = double
    await refreshSubscription(ctx, id)
    if (await isLiveNow(ctx, id)) {
      if (duplicateOf) await refreshSubscription(ctx, duplicateOf)
      if (!duplicateOf || !(await isLiveNow(ctx, duplicateOf))) {
        await releaseDuplicate(ctx, id)
        continue
      }
      await cancel(ctx, id)
      await refreshSubscription(ctx, id)
    }
    if (await isToBePaidBack(ctx.db, double)) await refundPaymentsOf(ctx, id, 'duplicate')
    // Also where nothing had to go back: this one is done with.
    await markRefunded(ctx.db, id, ctx.now())
  }
}

/**
 * The earlier one had ended, which we had not heard of: this is no double but the membership, unless
 * there is yet another.
 */
async function releaseDuplicate(ctx: AppContext, id: string): Promise<void> {
  ctx.log.info({ subscriptionId: id }, 'no double: the earlier subscription has ended')
  await unmarkDuplicate(ctx.db, id)
  await refreshSubscription(ctx, id)
}

async function isLiveNow({ db }: AppContext, id: string): Promise<boolean> {
  return isLive((await findSubscription(db, id))?.status ?? '')
}

async function cancel({ payments: { stripe } }: AppContext, id: string): Promise<void> {
  await paymentCall(() => stripe.subscriptions.cancel(id)).catch((error) => {
    if (!isUnknownToProvider(error)) throw error
  })
}
