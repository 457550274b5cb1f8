import type { Insertable, Selectable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export type ActRow = Selectable<Tables['membershipActs']>

export async function findAct(db: Database, id: string): Promise<ActRow | undefined> {
  return db.selectFrom('membershipActs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first. */
export async function findActsOf(db: Database, userId: string): Promise<ActRow[]> {
  return db
    .selectFrom('membershipActs')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('askedAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function countActsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('membershipActs')
    .select(selectDataCount('askedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Undefined when an act with its id, or another that moves the same end, exists already. */
export async function insertAct(
  trx: Trx,
  act: Insertable<Tables['membershipActs']>,
): Promise<ActRow | undefined> {
  return trx
    .insertInto('membershipActs')
    .values(act)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Ends an act; undefined when it has been ended before. */
export async function endAct(
  trx: Trx,
  id: string,
  end: { state: 'done' | 'refused'; problem: string | null; doneAt: Date },
): Promise<ActRow | undefined> {
  return trx
    .updateTable('membershipActs')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
}

/** Stores the provider's id of the refund. */
export async function noteRefund(db: Database, id: string, refundId: string): Promise<void> {
  await db.updateTable('membershipActs').set({ refundId }).where('id', '=', id).execute()
}

/** Marks a refund as sent back; undefined unless it counted as done until now. */
export async function markSentBack(
  trx: Trx,
  { id, refundId, problem }: { id: string; refundId: string; problem: string },
): Promise<ActRow | undefined> {
  return trx
    .updateTable('membershipActs')
    .set({ state: 'sent-back', refundId, problem })
    .where('id', '=', id)
    .where('kind', '=', 'refund')
    .where('state', '=', 'done')
    .returningAll()
    .executeTakeFirst()
}

export async function isRefundedByUs(db: Database, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('membershipActs')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('state', '=', 'done')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Invoices of which one of us has refunded something since then. */
export async function findRefundsSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('membershipActs')
    .select('invoiceId')
    .distinct()
    .where('kind', '=', 'refund')
    .where('state', '=', 'done')
    .where('doneAt', '>', since)
    .execute()
  return rows.flatMap(({ invoiceId }) => invoiceId ?? [])
}

/** Locks a payment until the transaction ends, so that two refunds cannot share out the same money. */
export async function lockPayment(trx: Trx, invoiceId: string) {
  return trx
    .selectFrom('payments')
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst()
}

/** Cents of refunds that are asked for and not done yet, by invoice. */
export async function findAskedRefunds(
  db: Database,
  invoiceIds: string[],
): Promise<Map<string, number>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('membershipActs')
    .select('invoiceId')
    .select((eb) => eb.fn.sum<number>('amountCents').as('cents'))
    .where('invoiceId', 'in', invoiceIds)
    .where('state', '=', 'asked')
    .groupBy('invoiceId')
    .execute()
  return new Map(rows.flatMap(({ invoiceId, cents }) => (invoiceId ? [[invoiceId, cents]] : [])))
}

type Given = Pick<Selectable<Tables['subscriptions']>, 'givenDays' | 'givenUntil' | 'givenTo'>

export async function updateGiven(trx: Trx, id: string, given: Given): Promise<void> {
  await trx.updateTable('subscriptions').set(given).where('id', '=', id).execute()
}

/** For an account that is being deleted: what was done stays, without a name and without the reason. */
export async function unlinkActs(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('membershipActs')
    .set({ userId: null, reason: null })
    .where('userId', '=', userId)
    .execute()
}

/** Counts acts and payments that have outlived their account. */
export async function countNameless(db: Database) {
  const acts = await db
    .selectFrom('membershipActs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', 'is', null)
    .executeTakeFirstOrThrow()
  const refunds = await db
    .selectFrom('payments')
    .select((eb) => [
      eb.fn.countAll<number>().as('payments'),
      eb.fn.countAll<number>().filterWhere('refundedCents', '>', 0).as('refunds'),
      eb.fn.coalesce(eb.fn.sum<number>('refundedCents'), eb.lit(0)).as('refundedCents'),
    ])
    .where('payments.userId', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('checkouts')
          .select('checkouts.id')
          .whereRef('checkouts.subscriptionId', '=', 'payments.subscriptionId')
          .where('checkouts.claimedAt', 'is not', null)
          .where('checkouts.claimedUserId', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow()
  return { acts: acts.count, ...refunds }
}
