import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { ENDED_STATUSES } from '#app/membership/server/membership.rules.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'
import { isOwnCheckout, isOwnLink, isOwnPayment, isOwnSubscription } from './ownership.queries.ts'

export async function countSubscriptionsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('subscriptions')
    .select(selectDataCount('createdAt'))
    .where(isOwnSubscription(userId))
    .executeTakeFirstOrThrow()
}

export async function countCheckoutsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('checkouts')
    .select(selectDataCount('createdAt'))
    .where(isOwnCheckout(userId))
    .executeTakeFirstOrThrow()
}

export async function countPaymentsOf(db: Database, userId: string): Promise<DataCount> {
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

/** The consents under which somebody has bought. */
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

export async function countLinksOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('checkoutLinks')
    .select(selectDataCount('createdAt'))
    .where(isOwnLink(userId))
    .executeTakeFirstOrThrow()
}

type Trials = {
  userId: string
  emailHash: string
  /** Of unclaimed payments, which are left out: an address alone does not tell whose they are. */
  unclaimedIds: string[]
}

/** The trials that count as used, by the hash of the address or by the subscription they began with. */
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

/**
 * Ids of unclaimed payments from this address (checkouts, subscriptions and invoices), and of
 * subscriptions that we heard of before their checkout. Only the reader of that inbox can say whose
 * they are.
 */
export async function findUnclaimedIds(db: Database, email: string): Promise<string[]> {
  const checkouts = await db
    .selectFrom('checkouts')
    .select(['id', 'subscriptionId'])
    .where('email', '=', email)
    .where('status', '=', 'complete')
    .where('claimedAt', 'is', null)
    .execute()
  const early = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', 'is', null)
    .where('status', 'not in', ENDED_STATUSES)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('checkouts')
            .select('checkouts.id')
            .whereRef('checkouts.subscriptionId', '=', 'subscriptions.id'),
        ),
      ),
    )
    .execute()
  const subscriptionIds = [
    ...checkouts.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    ...early.map(({ id }) => id),
  ]
  const ids = [...checkouts.map(({ id }) => id), ...subscriptionIds]
  if (subscriptionIds.length === 0) return ids
  const invoices = await db
    .selectFrom('payments')
    .select('invoiceId')
    .where('subscriptionId', 'in', subscriptionIds)
    .execute()
  const latest = await db
    .selectFrom('subscriptions')
    .select('latestInvoiceId')
    .where('id', 'in', subscriptionIds)
    .execute()
  return [
    ...ids,
    ...invoices.map(({ invoiceId }) => invoiceId),
    ...latest.flatMap(({ latestInvoiceId }) => latestInvoiceId ?? []),
  ]
}
