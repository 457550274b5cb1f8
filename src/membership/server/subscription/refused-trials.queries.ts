import type { Database } from '#app/db/database.ts'
import { LIVE_STATUSES } from './checkouts.rules.ts'

export async function findRefusedTrials(db: Database, subscriptionId?: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('checkouts', 'checkouts.subscriptionId', 'subscriptions.id')
    .select('subscriptions.id')
    .where('checkouts.status', '=', 'trial-refused')
    .where('subscriptions.status', 'in', LIVE_STATUSES)
    .$if(subscriptionId !== undefined, (query) =>
      query.where('subscriptions.id', '=', subscriptionId ?? ''),
    )
    .execute()
}
