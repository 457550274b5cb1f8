import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type Trace, traceOf } from '#app/server/traces.ts'

/**
 * Checkouts that somebody opened signed in, or made theirs later; and trials that were refused to
 * the same address in the same browser, which nobody can make theirs.
 */
export function isOwnCheckout(userId: string) {
  return (eb: Checkouts) =>
    eb.or([
      isLinked(userId)(eb),
      eb.and([
        eb('checkouts.status', '=', 'trial-refused'),
        isFromAddressOf(userId)(eb),
        isFromBrowserOf(userId)(eb),
      ]),
    ])
}

/**
 * What is to be forgotten with somebody: also trials refused to their address elsewhere, or to
 * another address in their browser. They are not shown: an address alone proves nothing.
 */
export function isForgottenWith(userId: string) {
  return (eb: Checkouts) =>
    eb.or([
      isLinked(userId)(eb),
      eb.and([
        eb('checkouts.status', '=', 'trial-refused'),
        eb('checkouts.userId', 'is', null),
        eb.or([isFromAddressOf(userId)(eb), isFromBrowserOf(userId)(eb)]),
      ]),
    ])
}

type Checkouts = ExpressionBuilder<Tables, 'checkouts'>

function isLinked(userId: string) {
  return (eb: Checkouts) =>
    eb.or([eb('checkouts.userId', '=', userId), eb('checkouts.claimedUserId', '=', userId)])
}

function isFromAddressOf(userId: string) {
  return (eb: Checkouts) =>
    eb(
      'checkouts.email',
      'in',
      eb.selectFrom('users').select('users.email').where('users.id', '=', userId),
    )
}

function isFromBrowserOf(userId: string) {
  return (eb: Checkouts) =>
    eb(
      'checkouts.bindingHash',
      'in',
      eb
        .selectFrom('checkouts as linked')
        .select('linked.bindingHash')
        .where((linked) =>
          linked.or([
            linked('linked.userId', '=', userId),
            linked('linked.claimedUserId', '=', userId),
          ]),
        ),
    )
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

/** Of whatever is or was theirs, also from before it was. */
export function isOwnPayment(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'payments'>) =>
    eb.or([
      eb('payments.userId', '=', userId),
      eb(
        'payments.subscriptionId',
        'in',
        eb.selectFrom('subscriptions').select('subscriptions.id').where(isOwnSubscription(userId)),
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

/**
 * Mailed links that would finish one of these checkouts. One that would bring somebody else's
 * payment to this account is for whoever reads that inbox.
 */
function isOwnLink(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'checkoutLinks'>) =>
    eb(
      'checkoutLinks.checkoutId',
      'in',
      eb.selectFrom('checkouts').select('checkouts.id').where(isOwnCheckout(userId)),
    )
}

export async function findOwnLinks(db: Database, userId: string) {
  return db
    .selectFrom('checkoutLinks')
    .select(['checkoutId', 'createdAt', 'expiresAt', 'usedAt'])
    .where(isOwnLink(userId))
    .orderBy('createdAt')
    .execute()
}

export async function traceLinks(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('checkoutLinks')
    .select(traceOf('createdAt'))
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
