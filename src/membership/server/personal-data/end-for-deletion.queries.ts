import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { ANONYMOUS } from '#app/membership/server/checkout/checkout.queries.ts'
import { ENDED_STATUSES } from '#app/membership/server/membership.rules.ts'
import { unlinkActs } from '#app/membership/server/owner-actions/acts.queries.ts'
import type { CheckoutRow } from '#app/membership/server/subscription/checkouts.queries.ts'
import {
  lockOwner,
  type SubscriptionRow,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import {
  isAnonymisedWith,
  isOwnCheckout,
  isOwnPayment,
  isOwnSubscription,
} from './ownership.queries.ts'

/** Payment pages that somebody could still pay at, or whose session never reached us. */
export async function findUnpaidCheckouts(db: Database, userId: string): Promise<CheckoutRow[]> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('userId', '=', userId)
    .where('status', 'in', ['open', 'failed'])
    .where('completedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute()
}

/** Subscriptions that may still cost money, duplicates and refused trials included. */
export async function findUnended(db: Database, userId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where(isOwnSubscription(userId))
    .where('status', 'not in', ENDED_STATUSES)
    .orderBy('id')
    .execute()
}

/** Subscriptions whose first payment we have heard of since that moment. */
export async function findPaidSince(
  db: Database,
  { userId, since }: { userId: string; since: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('subscriptionId')
    .where(isOwnCheckout(userId))
    .where('status', '=', 'complete')
    .where('completedAt', '>=', since)
    .where('amountTotal', '>', 0)
    .execute()
  return rows.flatMap(({ subscriptionId }) => subscriptionId ?? [])
}

/**
 * Locks everything this person pays for until the transaction ends, in the order in which all
 * callers take these locks: checkouts, then subscriptions without one.
 */
export async function lockMembership(trx: Trx, userId: string): Promise<void> {
  await trx
    .selectFrom('checkouts')
    .select('id')
    .where(isAnonymisedWith(userId))
    .orderBy('id')
    .forUpdate()
    .execute()
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where(isOwnSubscription(userId))
    .orderBy('id')
    .execute()
  for (const { id } of subscriptions) await lockOwner(trx, id)
}

/** Ends rows that the provider never had: nobody can be charged for them. */
export async function endUnknown(trx: Trx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('subscriptions')
    .set({ status: 'canceled', canceledAt: now, endedAt: now, updatedAt: now })
    .where('id', 'in', ids)
    .execute()
}

export async function unlinkSubscriptions(trx: Trx, userId: string): Promise<void> {
  await unlinkActs(trx, userId)
  await trx
    .updateTable('payments')
    .set({ userId: null, receiptUrl: null })
    .where(isOwnPayment(userId))
    .execute()
  await trx
    .updateTable('subscriptions')
    .set({ userId: null, cardBrand: null, cardLast4: null })
    .where(isOwnSubscription(userId))
    .execute()
}

/**
 * Deletes payment pages at which nobody can pay any more, and anonymises the rest: what accounts
 * for the money remains, tied to no browser. A page that is paid after all can be linked as if
 * nobody had been signed in.
 */
export async function unlinkCheckouts(trx: Trx, userId: string, now: Date): Promise<void> {
  const own = trx.selectFrom('checkouts').select('checkouts.id').where(isAnonymisedWith(userId))
  await trx.deleteFrom('checkoutLinks').where('checkoutId', 'in', own).execute()
  // A link to somebody else's payment from the same address now leads to a new account.
  await trx
    .updateTable('checkoutLinks')
    .set({ userId: null })
    .where('userId', '=', userId)
    .execute()
  await trx
    .deleteFrom('checkouts')
    .where(isAnonymisedWith(userId))
    .where('status', '=', 'expired')
    .where('completedAt', 'is', null)
    .where('subscriptionId', 'is', null)
    .execute()
  await trx
    .updateTable('checkouts')
    .set((eb) => ({
      userId: null,
      claimedUserId: null,
      claimedAt: eb
        .case()
        .when('completedAt', 'is not', null)
        .then(sql<Date>`coalesce(claimed_at, ${now})`)
        .else(eb.ref('claimedAt'))
        .end(),
      bindingHash: eb
        .case()
        .when('completedAt', 'is not', null)
        .then(sql<string>`'nobody:' || id`)
        .else(eb.ref('bindingHash'))
        .end(),
      ...ANONYMOUS,
    }))
    .where(isAnonymisedWith(userId))
    .execute()
}
