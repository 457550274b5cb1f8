import type { Database } from '#app/db/database.ts'

/** A payment that has gone through, was the first, and that nobody has made an account for yet. */
export async function findUnclaimedCheckout(db: Database, id: string) {
  return db
    .selectFrom('checkouts')
    .leftJoin('subscriptions', 'subscriptions.id', 'checkouts.subscriptionId')
    .select('checkouts.email')
    .where('checkouts.id', '=', id)
    .where('checkouts.status', '=', 'complete')
    .where('claimedAt', 'is', null)
    .where('duplicateOf', 'is', null)
    .executeTakeFirst()
}

/**
 * The newest payment from this address that went through and belongs to nobody yet; where a subscription is named,
 * the one for it.
 */
export async function findUnclaimedCheckoutOf(
  db: Database,
  email: string,
  subscriptionId?: string,
) {
  return db
    .selectFrom('checkouts')
    .innerJoin('subscriptions', 'subscriptions.id', 'checkouts.subscriptionId')
    .select('checkouts.id')
    .where('checkouts.email', '=', email)
    .where('checkouts.status', '=', 'complete')
    .where('claimedAt', 'is', null)
    .where('subscriptions.userId', 'is', null)
    .$if(subscriptionId !== undefined, (query) =>
      query.where('subscriptions.id', '=', subscriptionId ?? ''),
    )
    .where('duplicateOf', 'is', null)
    .orderBy('completedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How a subscription stands now; `isEnding` when it will not go on by itself. */
export async function findSubscriptionState(db: Database, id: string) {
  return db
    .selectFrom('subscriptions')
    .select('status')
    .select((eb) =>
      eb.or([eb('cancelAtPeriodEnd', '=', true), eb('cancelAt', 'is not', null)]).as('isEnding'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}
