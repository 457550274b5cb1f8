import pLimit from 'p-limit'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { findUnfinishedRestore, updateRestore } from '#app/server/backup/backups.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { findSubscriptionIds } from './reconcile.queries.ts'

const PAGE = 100
const AT_ONCE = 4
/** Limit of one run; the next one goes on from there. */
const MOST = 2000

/**
 * After a restore from a backup, reads every subscription from the provider again, whatever the
 * backup says. Throws when the provider is unavailable; the next run goes on from there.
 */
export async function readAgainAfterRestore(ctx: AppContext): Promise<void> {
  const restore = await findUnfinishedRestore(ctx.db)
  if (!restore) return
  let after = restore.subscriptionsReadThrough
  for (let read = 0; read < MOST && !ctx.isDraining(); read += PAGE) {
    const ids = await findSubscriptionIds(ctx.db, { after, limit: PAGE })
    const limit = pLimit(AT_ONCE)
    await Promise.all(ids.map((id) => limit(() => readAgain(ctx, id))))
    after = ids.at(-1) ?? after
    if (ids.length < PAGE) {
      await updateRestore(ctx.db, restore.id, { subscriptionsReadAt: ctx.now() })
      ctx.log.info({ restore: restore.id }, 'every subscription is read again after the restore')
      return
    }
    await updateRestore(ctx.db, restore.id, { subscriptionsReadThrough: after })
  }
}

/** A subscription that cannot be read does not keep the others from being read. */
async function readAgain(ctx: AppContext, id: string): Promise<void> {
  try {
    await syncSubscription(ctx, id)
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.error({ err: error, subscriptionId: id }, 'a subscription could not be read again')
  }
}
