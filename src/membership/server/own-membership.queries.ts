import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type Trace, traceOf } from '#app/server/traces.ts'

/** Checkouts that somebody opened signed in, or made theirs later. */
export function isOwnCheckout(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'checkouts'>) =>
    eb.or([eb('checkouts.userId', '=', userId), eb('checkouts.claimedUserId', '=', userId)])
}

/** Doubles too, which pages do not show, and what came of a checkout and was refused. */
export function isOwnSubscription(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.or([
      eb('subscriptions.userId', '=', userId),
      eb(
        'subscriptions.id',
        'in',
        eb
          .selectFrom('checkouts')
          .select('checkouts.subscriptionId')
          .where(isOwnCheckout(userId))
          .where('checkouts.subscriptionId', 'is not', null)
          .$narrowType<{ subscriptionId: string }>(),
      ),
    ])
}

export async function traceSubscriptions(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('subscriptions')
    .select(traceOf('createdAt'))
    .where(isOwnSubscription(userId))
    .executeTakeFirstOrThrow()
}

export async function traceCheckouts(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('checkouts')
    .select(traceOf('createdAt'))
    .where(isOwnCheckout(userId))
    .executeTakeFirstOrThrow()
}

export async function tracePayments(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('payments')
    .select(traceOf('paidAt'))
    .where(isOwnPayment(userId))
    .executeTakeFirstOrThrow()
}

/** Also from before the subscription was theirs. */
export function isOwnPayment(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'payments'>) =>
    eb.or([
      eb('payments.userId', '=', userId),
      eb(
        'payments.subscriptionId',
        'in',
        eb
          .selectFrom('subscriptions')
          .select('subscriptions.id')
          .where('subscriptions.userId', '=', userId),
      ),
    ])
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

/** Mailed links that would finish one of these checkouts, or change this account by another one. */
export async function findOwnLinks(db: Database, userId: string) {
  return db
    .selectFrom('checkoutLinks')
    .select(['checkoutId', 'createdAt', 'expiresAt', 'usedAt'])
    .where((eb) =>
      eb.or([
        eb('checkoutLinks.userId', '=', userId),
        eb(
          'checkoutId',
          'in',
          eb.selectFrom('checkouts').select('checkouts.id').where(isOwnCheckout(userId)),
        ),
      ]),
    )
    .orderBy('createdAt')
    .execute()
}

/** The trials that count as had, by the hash of the address or by what they were begun with. */
export async function findOwnTrials(
  db: Database,
  { userId, emailHash }: { userId: string; emailHash: string },
) {
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
    .orderBy('startedAt')
    .execute()
}
