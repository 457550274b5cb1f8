import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { LIVE_STATUSES } from '#app/membership/server/membership.rules.ts'

export type SubscriptionRow = Selectable<Tables['subscriptions']>

/** A row as we have it, and whether the money of its latest invoice has been counted. */
export type KnownSubscription = SubscriptionRow & { isPaymentCounted: boolean }

/** Takes the number of a reading that is about to begin, and our row before it. */
export async function takeReadNumber(
  db: Database,
  id: string,
): Promise<{ number: number; known: KnownSubscription | undefined }> {
  const { number, ...known } = await db
    .selectFrom(
      sql<{ number: number }>`(select nextval('subscription_reads') as number)`.as('next'),
    )
    .leftJoin('subscriptions', (join) => join.on('subscriptions.id', '=', id))
    .select('next.number')
    .selectAll('subscriptions')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('payments')
            .select('payments.invoiceId')
            .whereRef('payments.invoiceId', '=', 'subscriptions.latestInvoiceId'),
        )
        .as('isPaymentCounted'),
    )
    .executeTakeFirstOrThrow()
  return {
    number: Number(number),
    known: known.id === null ? undefined : (known as KnownSubscription),
  }
}

/**
 * Locks a person's subscriptions until the transaction ends (advisory). Taken after the lock on a
 * checkout and before any subscription is written, so that transactions cannot deadlock.
 */
export async function lockOwner(trx: Trx, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`.execute(trx)
}

export async function findSubscription(
  db: Database,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Writes a snapshot, unless a later one has been written meanwhile. */
export async function upsertSubscription(
  db: Database,
  row: Insertable<Tables['subscriptions']> & { readNumber: number },
): Promise<void> {
  const { id: _id, createdAt: _createdAt, ...change } = row
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          ...change,
          // Once linked it stays linked, even when that happened after this was read.
          userId: eb.fn.coalesce('subscriptions.userId', 'excluded.userId'),
        }))
        .where('subscriptions.readNumber', '<', row.readNumber),
    )
    .execute()
}

/** Records a reading that found nothing new. */
export async function updateReadNumber(
  db: Database,
  id: string,
  readNumber: number,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ readNumber })
    .where('id', '=', id)
    .where('readNumber', '<', readNumber)
    .execute()
}

/**
 * Live subscriptions that a person has, or that a browser has paid for, without duplicates, oldest
 * first. Empty for a browser that has paid for fewer than `atLeast`.
 */
export async function findLiveSubscriptions(
  db: Database,
  owner: { userId: string } | { bindingHash: string },
  { atLeast = 1 }: { atLeast?: number } = {},
): Promise<SubscriptionRow[]> {
  const live = db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', 'in', LIVE_STATUSES)
    .where('duplicateOf', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
  if ('userId' in owner) return live.where('userId', '=', owner.userId).execute()
  // In two queries: a single one might scan everything that waits for its account.
  const ids = await findPaidOf(db, owner.bindingHash)
  if (ids.length < atLeast) return []
  return live.where('userId', 'is', null).where('id', 'in', ids).execute()
}

async function findPaidOf(db: Database, bindingHash: string): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('subscriptionId')
    .where('bindingHash', '=', bindingHash)
    .where('status', '=', 'complete')
    .execute()
  return rows.flatMap(({ subscriptionId }) => subscriptionId ?? [])
}

/** Marks a duplicate; unsettled duplicates of it become duplicates of the other one. */
export async function markDuplicate(db: Database, id: string, duplicateOf: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ duplicateOf })
    .where((eb) => eb('id', '=', id).or(eb('duplicateOf', '=', id).and('refundedAt', 'is', null)))
    .where('id', '!=', duplicateOf)
    .execute()
}

export async function clearDuplicate(db: Database, id: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ duplicateOf: null })
    .where('id', '=', id)
    .where('refundedAt', 'is', null)
    .execute()
}

export async function linkSubscription(db: Database, id: string, userId: string): Promise<void> {
  await db.updateTable('subscriptions').set({ userId }).where('id', '=', id).execute()
  await db
    .updateTable('payments')
    .set({ userId })
    .where('subscriptionId', '=', id)
    .where('userId', 'is', null)
    .execute()
}

/** Duplicates not yet cancelled, or not yet refunded; with an id, only that one and its own duplicates. */
export async function findUnsettledDuplicates(
  db: Database,
  id?: string,
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('duplicateOf', 'is not', null)
    .where('refundedAt', 'is', null)
    .$if(id !== undefined, (query) =>
      query.where((eb) => eb.or([eb('id', '=', id ?? ''), eb('duplicateOf', '=', id ?? '')])),
    )
    .execute()
}

export async function markRefunded(db: Database, id: string, refundedAt: Date): Promise<void> {
  await db.updateTable('subscriptions').set({ refundedAt }).where('id', '=', id).execute()
}

/** The person's customer id at the provider. */
export async function findCustomerId(db: Database, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('customerId')
    .where('userId', '=', userId)
    .where('customerId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.customerId ?? undefined
}

/** All customer ids of the person at the provider. */
export async function findCustomerIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('customerId')
    .distinct()
    .where('userId', '=', userId)
    .where('customerId', 'is not', null)
    .execute()
  return rows.flatMap(({ customerId }) => customerId ?? [])
}

/** The address to which the account's mail goes. */
export async function findEmailOf(db: Database, userId: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.email
}

/** Idempotent: true only the first time, whoever reports the payment and however often. */
export async function insertPayment(
  db: Database,
  { periodEndsAt: _, ...payment }: Insertable<Tables['payments']> & { periodEndsAt: Date | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('invoiceId').doNothing())
    .returning('invoiceId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Takes the number of a reading that is about to begin. */
export async function takeNumber(db: Database): Promise<number> {
  const { number } = await db
    .selectNoFrom(sql<number>`nextval('subscription_reads')`.as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** How much of a payment has been refunded, and the number of the reading that says so. */
export type Refunded = { cents: number; readNumber: number }

/**
 * Stores how much of a payment has been refunded so far, which ends nothing by itself. It is less
 * than before when a bank has sent a refund back. Of two readings the one that began later counts.
 */
export async function updateRefund(
  db: Database,
  invoiceId: string,
  { cents, readNumber }: Refunded,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ refundedCents: cents, refundReadNumber: readNumber })
    .where('invoiceId', '=', invoiceId)
    .where('refundReadNumber', '<', readNumber)
    .execute()
}

/** Stores what the provider says about a chargeback of the payment. */
export async function updateDispute(
  db: Database,
  { invoiceId, status }: { invoiceId: string; status: string },
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ dispute: status })
    .where('invoiceId', '=', invoiceId)
    .execute()
}

export async function findPaidInvoices(db: Database, subscriptionId: string) {
  return db
    .selectFrom('payments')
    .select('invoiceId')
    .where('subscriptionId', '=', subscriptionId)
    .execute()
}

/** Whether anything was paid for it, and whether one of us is ending it. */
export async function findPast(trx: Trx, id: string) {
  return trx
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('payments')
            .select('payments.invoiceId')
            .where('payments.subscriptionId', '=', id),
        )
        .$castTo<boolean>()
        .as('hasPaid'),
      eb
        .exists(
          eb
            .selectFrom('membershipActs')
            .select('membershipActs.id')
            .where('membershipActs.subscriptionId', '=', id)
            .where('kind', 'in', ['end-now', 'end-later'])
            .where('state', '=', 'asked'),
        )
        .$castTo<boolean>()
        .as('isEndedByUs'),
    ])
    .executeTakeFirstOrThrow()
}

type TrialKey = { kind: 'email' | 'card'; keyHash: string }

export async function insertTrial(
  db: Database,
  trial: TrialKey & { subscriptionId: string; startedAt: Date },
) {
  await db
    .insertInto('trials')
    .values(trial)
    .onConflict((conflict) => conflict.columns(['kind', 'keyHash']).doNothing())
    .execute()
}

/** The subscription that used the trial of this address or card. */
export async function findTrial(db: Database, { kind, keyHash }: TrialKey) {
  return db
    .selectFrom('trials')
    .select('subscriptionId')
    .where('kind', '=', kind)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
}

export async function deleteTrialsOf(db: Database, subscriptionId: string) {
  await db.deleteFrom('trials').where('subscriptionId', '=', subscriptionId).execute()
}

/** Refused trials that are still to be cancelled; with an id, only that one. */
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
