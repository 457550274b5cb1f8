import type { Database } from '#app/db/database.ts'
import { MEMBER_STATUSES } from './membership.rules.ts'

/** Session and membership in one question, because every member's request asks it. */
export async function findSessionWithMembership(db: Database, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .select(['userId', 'createdAt', 'lastSeenAt'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.userId', '=', 'sessions.userId')
            .where('status', 'in', MEMBER_STATUSES),
        )
        .as('isMember'),
    )
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** All that a person ever had; one that doubles another is on its way out and nobody's to see. */
export async function findSubscriptions(db: Database, userId: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .where('duplicateOf', 'is', null)
    .execute()
}

type NewSubscription = {
  id: string
  userId: string
  status: string
  plan: 'annual' | 'monthly'
  currentPeriodEnd: Date | null
}

export async function insertSubscription(db: Database, subscription: NewSubscription) {
  await db
    .insertInto('subscriptions')
    .values({ cancelAt: null, ...subscription })
    .execute()
}
