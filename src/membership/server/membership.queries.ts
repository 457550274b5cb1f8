import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { keepPlan } from '#app/db/planned.ts'
import type { Plan } from '#app/shared/offer.ts'
import { MEMBER_STATUSES } from './membership.rules.ts'

/**
 * Sessions with their users and all subscriptions that these ever had, in one query for many,
 * because every request of a signed-in person runs it. Yields a row for each subscription, or one
 * without.
 */
const askSignedIn = (db: Database, tokenHashes: string[]) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .select(['sessions.tokenHash', 'sessions.createdAt', 'sessions.lastSeenAt'])
    .select(['users.id as userId', 'users.email', 'users.confirmedAt'])
    .select(['status', 'plan', 'priceCents', 'cancelAtPeriodEnd', 'cancelAt'])
    .select(['currentPeriodEnd', 'endedAt', 'cardBrand', 'cardLast4', 'duplicateOf'])
    .select(['givenDays', 'givenUntil', 'givenTo'])
    .select('subscriptions.updatedAt')
    // In a subquery: where the planner sees the array itself it counts the items, prefers a plan
    // for so few, and plans anew on every call.
    .where('tokenHash', '=', sql<string>`any((select ${tokenHashes}::text[])::text[])`)
    .compile()

let asked: ReturnType<typeof askSignedIn> | undefined

/** Runs on every request that has a session cookie, so its SQL is compiled only once. */
export async function findSignedIn(db: Database, tokenHashes: string[]) {
  asked ??= keepPlan(askSignedIn(db, []))
  const query: typeof asked = { ...asked, parameters: [tokenHashes] }
  const { rows } = await db.executeQuery(query)
  return rows
}

export async function findPeopleWithMembership(db: Database, userIds: string[]) {
  return db
    .selectFrom('users')
    .select('users.id')
    .select((eb) => {
      const statuses = eb
        .selectFrom('subscriptions')
        .select('subscriptions.id')
        .whereRef('subscriptions.userId', '=', 'users.id')
      return [
        eb('users.confirmedAt', 'is not', null).as('isConfirmed'),
        eb.exists(statuses.where('status', 'in', MEMBER_STATUSES)).as('isMember'),
        eb
          .exists(statuses.where((or) => or('status', '=', 'active').or('givenTo', '=', 'period')))
          .as('isPaying'),
      ]
    })
    .where('users.id', '=', sql<string>`any(${userIds}::text[])`)
    .execute()
}

/** All subscriptions a person ever had, without duplicates: those are being cancelled and never shown. */
export async function findSubscriptions(db: Database, userId: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .where('duplicateOf', 'is', null)
    .execute()
}

export async function hasMembership(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where('status', 'in', MEMBER_STATUSES)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Which of several people are members. */
export async function findMemberIds(db: Database, userIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('userId')
    .distinct()
    .where('userId', 'in', userIds)
    .where('status', 'in', MEMBER_STATUSES)
    .execute()
  return rows.flatMap(({ userId }) => userId ?? [])
}

/** The subscriptions that each of several people ever had, without duplicates. */
export async function findStatusesOf(db: Database, userIds: string[]) {
  return db
    .selectFrom('subscriptions')
    .select(['userId', 'status', 'updatedAt', 'plan', 'givenTo'])
    .select(['cancelAtPeriodEnd', 'cancelAt'])
    .where('userId', 'in', userIds)
    .where('duplicateOf', 'is', null)
    .execute()
}

/** The pages from which people began to join, by user id, of their latest payment. */
export async function findWantedPages(
  db: Database,
  userIds: string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('checkouts')
    .distinctOn('claimedUserId')
    .select(['claimedUserId', 'returnTo'])
    .where('claimedUserId', 'in', userIds)
    .orderBy('claimedUserId')
    .orderBy('claimedAt', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ claimedUserId, returnTo }) =>
      claimedUserId && returnTo ? [[claimedUserId, returnTo]] : [],
    ),
  )
}

export type NewSubscription = {
  id: string
  userId: string
  status: string
  plan: Plan
  priceCents: number | null
  currentPeriodEnd: Date | null
  cancelAt: null
}

export async function insertSubscription(db: Database, subscription: NewSubscription) {
  await db.insertInto('subscriptions').values(subscription).execute()
}
