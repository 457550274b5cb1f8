import type { Database } from '#app/db/database.ts'

/** All subscriptions these people ever had; doubles are nobody's to see. */
export async function findSubscriptionsOf(db: Database, userIds: string[]) {
  return db
    .selectFrom('subscriptions')
    .select(['userId', 'status', 'updatedAt'])
    .where('userId', 'in', userIds)
    .where('duplicateOf', 'is', null)
    .execute()
}
