import { sql } from 'kysely'
import type { User } from '#app/accounts/accounts.contract.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { NO_AD_CLICK_IDS } from './purchases.queries.ts'

type Payment = { bindingHash: string; email: string }

/**
 * Locks the unclaimed payments that one browser made with one address, in two tabs, say. Locks in
 * id order, so that two concurrent calls cannot deadlock.
 */
export async function lockUnclaimed(trx: Trx, { bindingHash, email }: Payment) {
  return trx
    .selectFrom('checkouts')
    .select(['id', 'subscriptionId', 'isTrial', 'createdAt', 'termsVersion'])
    .where('bindingHash', '=', bindingHash)
    .where('email', '=', email)
    .where('status', '=', 'complete')
    .where('claimedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Whether somebody without an account is paying in this browser, or has paid. */
export async function hasUnclaimed(db: Database, bindingHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkouts')
    .select('id')
    .where('bindingHash', '=', bindingHash)
    .where('userId', 'is', null)
    .where('claimedAt', 'is', null)
    .where('status', 'in', ['open', 'complete'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest payment made in this browser with the user's address that has no account yet. */
export async function findUnclaimedOf(
  db: Database,
  { bindingHash, user, since }: { bindingHash: string; user: User; since: Date },
) {
  return db
    .selectFrom('checkouts')
    .select(['sessionId'])
    .where('bindingHash', '=', bindingHash)
    .where('email', '=', user.email)
    .where((is) => is.or([is('userId', 'is', null), is('userId', '=', user.id)]))
    .where('status', '=', 'complete')
    .where('claimedAt', 'is', null)
    .where('completedAt', '>', since)
    .orderBy('completedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Links a payment to its account; requires the lock of `lockUnclaimed`. */
export async function markClaimed(
  trx: Trx,
  { checkoutId, userId, now }: { checkoutId: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ claimedAt: now, claimedUserId: userId })
    .where('id', '=', checkoutId)
    .execute()
}

/** Anonymises trials refused before this moment: that they were refused is kept, but not to whom. */
export async function anonymiseRefusedTrialsBefore(
  db: Database,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ ...ANONYMOUS, claimedAt: now, bindingHash: sql<string>`'nobody:' || id` })
    .where('status', '=', 'trial-refused')
    .where('createdAt', '<', before)
    .where('claimedAt', 'is', null)
    .execute()
}

/** The columns of an anonymised checkout. */
export const ANONYMOUS = {
  // The key follows from the browser: its next checkout must not collide with this one.
  idempotencyKey: sql<string>`'nobody:' || id`,
  email: null,
  url: null,
  returnTo: null,
  ...NO_AD_CLICK_IDS,
}
