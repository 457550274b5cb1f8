import type { Database, Trx } from '#app/db/database.ts'

type Payment = { bindingHash: string; email: string }

/**
 * Payments without an account that one browser has made with one address: in two tabs, say. Locked
 * in one order, so that two calls about two of them do not wait for each other.
 */
export async function lockUnclaimed(trx: Trx, { bindingHash, email }: Payment) {
  return trx
    .selectFrom('checkouts')
    .select(['id', 'subscriptionId'])
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

/** The one moment at which a payment finds its account; it holds the lock on an unclaimed one. */
export async function takeClaim(
  trx: Trx,
  { checkoutId, userId, now }: { checkoutId: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ claimedAt: now, claimedUserId: userId })
    .where('id', '=', checkoutId)
    .execute()
}
