import type { Trx } from '#app/db/database.ts'
import { hasMembership } from '#app/membership/server/membership.queries.ts'
import { announceMembership } from '#app/membership/server/membership.ts'
import {
  findLiveSubscriptions,
  findUnsettledDuplicates,
  linkSubscription,
  lockOwner,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import { cancelDuplicates, markDuplicates } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import { lockUnclaimed, markClaimed } from './checkout.queries.ts'
import { markLinksUsed } from './mailed-links.queries.ts'

type Linkable = { id: string; subscriptionId: string; bindingHash: string; email: string }

/**
 * Gives a payment its account, once for all, in one transaction with whatever lets somebody in:
 * `enter` makes, opens or changes the account and answers whose it is. Whatever else the same
 * browser has paid for with the same address goes with it, so that it does not matter in which of
 * two tabs somebody goes on. Undefined, with nothing changed, when another call was faster or when
 * `enter` answers undefined.
 */
export async function linkPayments<E extends { userId: string }>(
  ctx: AppContext,
  checkout: Linkable,
  enter: (trx: Trx, now: Date) => Promise<E | undefined>,
): Promise<E | undefined> {
  const entered = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const now = ctx.now()
      const unclaimed = await lockUnclaimed(trx, checkout)
      if (!unclaimed.some(({ id }) => id === checkout.id)) throw overtaken
      const entrance = await enter(trx, now)
      if (!entrance) throw overtaken
      const { userId } = entrance
      for (const { id } of unclaimed) {
        await markClaimed(trx, { checkoutId: id, userId, now })
        await markLinksUsed(trx, { checkoutId: id, now })
      }
      const subscriptionIds = unclaimed.flatMap(({ subscriptionId }) => subscriptionId ?? [])
      await linkSubscriptions(trx, ctx, { ...checkout, subscriptionIds, userId })
      return entrance
    })
    .catch((error) => {
      if (error === overtaken) return undefined
      throw error
    })
  if (entered) await cancelDuplicatesOf(ctx, entered.userId)
  return entered
}

/** Thrown to take back what the transaction has written. */
const overtaken = new Error('another call was faster')

async function linkSubscriptions(
  trx: Trx,
  ctx: AppContext,
  {
    bindingHash,
    subscriptionIds,
    userId,
  }: { bindingHash: string; subscriptionIds: string[]; userId: string },
): Promise<void> {
  await lockOwner(trx, userId)
  const wasMember = await hasMembership(trx, userId)
  const linkedBefore = (await findLiveSubscriptions(trx, { userId })).map(({ id }) => id)
  for (const id of subscriptionIds) await linkSubscription(trx, id, userId)
  await markDuplicates(trx, ctx, { userId, bindingHash, linkedBefore })
  await announceMembership(trx, { userId, wasMember })
}

/** It asks the provider, so it waits for the commit; reconciliation repeats it. */
async function cancelDuplicatesOf(ctx: AppContext, userId: string): Promise<void> {
  try {
    const all = await findUnsettledDuplicates(ctx.db)
    for (const each of all) if (each.userId === userId) await cancelDuplicates(ctx, each.id)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a duplicate subscription is not cancelled yet')
  }
}
