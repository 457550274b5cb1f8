import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import {
  isOwnCheckout,
  isOwnLink,
  isOwnPayment,
  isOwnSubscription,
} from '#app/membership/server/subscription/members.queries.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function traceSubscriptions(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('subscriptions')
    .select(selectDataCount('createdAt'))
    .where(isOwnSubscription(userId))
    .executeTakeFirstOrThrow()
}

export async function traceCheckouts(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('checkouts')
    .select(selectDataCount('createdAt'))
    .where(isOwnCheckout(userId))
    .executeTakeFirstOrThrow()
}

export async function tracePayments(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('payments')
    .select(selectDataCount('paidAt'))
    .where(isOwnPayment(userId))
    .executeTakeFirstOrThrow()
}

export async function findOwnSubscriptions(db: Database, userId: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where(isOwnSubscription(userId))
    .orderBy('createdAt')
    .execute()
}

export async function findOwnCheckouts(db: Database, userId: string) {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where(isOwnCheckout(userId))
    .orderBy('createdAt')
    .execute()
}

/** The agreements to be measured under which somebody has bought. */
export async function findConsentIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('consentId')
    .distinct()
    .where(isOwnCheckout(userId))
    .where('consentId', 'is not', null)
    .execute()
  return rows.flatMap(({ consentId }) => consentId ?? [])
}

export async function findOwnPayments(db: Database, userId: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where(isOwnPayment(userId))
    .orderBy('paidAt')
    .execute()
}

export async function findOwnLinks(db: Database, userId: string) {
  return db
    .selectFrom('checkoutLinks')
    .select(['checkoutId', 'createdAt', 'expiresAt', 'usedAt'])
    .where(isOwnLink(userId))
    .orderBy('createdAt')
    .execute()
}

export async function traceLinks(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('checkoutLinks')
    .select(selectDataCount('createdAt'))
    .where(isOwnLink(userId))
    .executeTakeFirstOrThrow()
}

type Trials = {
  userId: string
  emailHash: string
  /** Of payments that nobody has made theirs: an address alone does not tell whose they are. */
  unclaimedIds: string[]
}

/** The trials that count as had, by the hash of the address or by what they were begun with. */
export async function findOwnTrials(db: Database, { userId, emailHash, unclaimedIds }: Trials) {
  return db
    .selectFrom('trials')
    .select(['kind', 'subscriptionId', 'startedAt'])
    .where((eb) =>
      eb.or([
        eb('keyHash', '=', emailHash),
        eb(
          'subscriptionId',
          'in',
          eb
            .selectFrom('subscriptions')
            .select('subscriptions.id')
            .where(isOwnSubscription(userId)),
        ),
      ]),
    )
    .where(sql<boolean>`not (subscription_id = any(${unclaimedIds}::text[]))`)
    .orderBy('startedAt')
    .execute()
}
