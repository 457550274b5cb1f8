import type { Database } from '#app/db/database.ts'

/** A completed payment that has no account yet and is not a duplicate. */
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
 * The newest completed payment from this address that has no account yet; with `subscriptionId`,
 * the one for that subscription.
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

/** How a subscription stands now; `isEnding` when it will not renew by itself. */
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
