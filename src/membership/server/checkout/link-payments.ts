import { recordAcceptance } from '#app/accounts/server/acceptances.ts'
import { confirmAccount } from '#app/accounts/server/accounts.ts'
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
import { recordTrialOfAddress } from '#app/membership/server/subscription/trials.ts'
import type { AppContext } from '#app/server/context.ts'
import { lockUnclaimed, markClaimed } from './checkout.queries.ts'
import { markLinksUsed } from './mailed-links.queries.ts'

type Linkable = { id: string; subscriptionId: string; bindingHash: string; email: string }

/**
 * Links a payment to its account exactly once, in one transaction with the authentication:
 * `authenticate` creates, changes or signs in to the account and returns its user id. Everything
 * else the same browser paid for with the same address is linked too, so that it does not matter in
 * which of two tabs somebody continues. Returns undefined, with nothing changed, when another call
 * was faster or `authenticate` returns undefined.
 */
export async function linkPayments<E extends { userId: string }>(
  ctx: AppContext,
  checkout: Linkable,
  authenticate: (trx: Trx, now: Date) => Promise<E | undefined>,
): Promise<E | undefined> {
  const linked = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const now = ctx.now()
      const unclaimed = await lockUnclaimed(trx, checkout)
      if (!unclaimed.some(({ id }) => id === checkout.id)) throw overtaken
      const authenticated = await authenticate(trx, now)
      if (!authenticated) throw overtaken
      const { userId } = authenticated
      await confirmAccount(trx, ctx, userId)
      const { email } = checkout
      for (const { id, subscriptionId, isTrial, termsVersion, createdAt } of unclaimed) {
        await markClaimed(trx, { checkoutId: id, userId, now })
        await markLinksUsed(trx, { checkoutId: id, now })
        await recordAcceptance(trx, {
          userId,
          document: 'terms',
          version: termsVersion,
          place: 'joining',
          acceptedAt: createdAt,
        })
        if (!isTrial || !subscriptionId) continue
        await recordTrialOfAddress(trx, { email, subscriptionId, startedAt: now })
      }
      const subscriptionIds = unclaimed.flatMap(({ subscriptionId }) => subscriptionId ?? [])
      await linkSubscriptions(trx, ctx, { ...checkout, subscriptionIds, userId })
      return authenticated
    })
    .catch((error) => {
      if (error === overtaken) return undefined
      throw error
    })
  if (linked) await cancelDuplicatesOf(ctx, linked.userId)
  return linked
}

/** Thrown to roll the transaction back. */
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

/** Runs after the commit because it calls the provider; reconciliation retries it. */
async function cancelDuplicatesOf(ctx: AppContext, userId: string): Promise<void> {
  try {
    const all = await findUnsettledDuplicates(ctx.db)
    for (const each of all) if (each.userId === userId) await cancelDuplicates(ctx, each.id)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a duplicate subscription is not cancelled yet')
  }
}
