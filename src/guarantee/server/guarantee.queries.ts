import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type GuaranteeRow = Selectable<Tables['guarantees']>
export type PaymentRow = Selectable<Tables['guaranteePayments']>

/** Returns all subscriptions a user ever had, the oldest first. */
export async function findSubscriptionsOf(db: Database, userId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'cancelAtPeriodEnd', 'cancelAt', 'duplicateOf', 'refundedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Returns the number of a new reading and the id of the latest change it will have seen. */
export async function beginReading(
  db: Database,
  userId: string,
): Promise<{ number: number; through: number }> {
  const { rows } = await sql<{ number: number; through: number | null }>`
    select nextval('guarantee_reads') as number,
      (select max(id) from guarantee_changes where user_id = ${userId}) as through
  `.execute(db)
  return { number: Number(rows[0]?.number), through: Number(rows[0]?.through ?? 0) }
}

/** Returns the user's guarantee, locked until the transaction ends; creates it if there is none. */
export async function lockGuarantee(
  trx: Trx,
  { userId, newId, now }: { userId: string; newId: string; now: Date },
): Promise<GuaranteeRow> {
  await trx
    .insertInto('guarantees')
    .values({
      id: newId,
      userId,
      createdAt: now,
      startsAt: null,
      endsAt: null,
      readAt: null,
      lookAt: null,
    })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  return trx
    .selectFrom('guarantees')
    .selectAll()
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function lockGuaranteeById(trx: Trx, id: string): Promise<GuaranteeRow | undefined> {
  return trx
    .selectFrom('guarantees')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findGuarantee(
  db: Database,
  userId: string,
): Promise<GuaranteeRow | undefined> {
  return db.selectFrom('guarantees').selectAll().where('userId', '=', userId).executeTakeFirst()
}

export async function updateGuarantee(
  db: Database,
  id: string,
  change: Updateable<Tables['guarantees']>,
): Promise<void> {
  await db.updateTable('guarantees').set(change).where('id', '=', id).execute()
}

export async function findPaymentsOf(db: Database, guaranteeId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('guaranteePayments')
    .selectAll()
    .where('guaranteeId', '=', guaranteeId)
    .orderBy('paidAt')
    .orderBy('invoiceId')
    .execute()
}

/** Inserts or updates a payment; the time at which a chargeback was first seen to be won stays. */
export async function upsertPayment(
  trx: Trx,
  row: Insertable<Tables['guaranteePayments']>,
): Promise<void> {
  await trx
    .insertInto('guaranteePayments')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('invoiceId').doUpdateSet((eb) => ({
        guaranteeId: row.guaranteeId,
        lines: row.lines,
        amountCents: row.amountCents,
        paymentIntentId: row.paymentIntentId,
        refundedCents: row.refundedCents ?? 0,
        dispute: row.dispute,
        disputeWonAt:
          row.dispute === 'won'
            ? eb.fn.coalesce('guaranteePayments.disputeWonAt', eb.val(row.disputeWonAt))
            : null,
        cardBrand: row.cardBrand,
        cardLast4: row.cardLast4,
      })),
    )
    .execute()
}

/** Deletes payments other than these invoices, which no longer count. Refunds made for them stay. */
export async function deleteOtherPayments(
  trx: Trx,
  guaranteeId: string,
  invoiceIds: string[],
): Promise<void> {
  await trx
    .deleteFrom('guaranteePayments')
    .where('guaranteeId', '=', guaranteeId)
    .$if(invoiceIds.length > 0, (query) => query.where('invoiceId', 'not in', invoiceIds))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('guaranteeRefunds')
            .select('guaranteeRefunds.id')
            .whereRef('guaranteeRefunds.invoiceId', '=', 'guaranteePayments.invoiceId'),
        ),
      ),
    )
    .execute()
}

export async function keepKeys(
  trx: Trx,
  keys: Array<Insertable<Tables['guaranteeKeys']>>,
): Promise<void> {
  if (keys.length === 0) return
  await trx
    .insertInto('guaranteeKeys')
    .values(keys)
    .onConflict((conflict) => conflict.columns(['guaranteeId', 'kind', 'keyHash']).doNothing())
    .execute()
}

/** Tells whether another guarantee with the same address or card was claimed by then and is paid. */
export async function hasPaidBefore(
  trx: Trx,
  { guaranteeId, at }: { guaranteeId: string; at: Date },
): Promise<boolean> {
  const found = await trx
    .selectFrom('guaranteeKeys as own')
    .innerJoin('guaranteeKeys as other', (join) =>
      join.onRef('other.kind', '=', 'own.kind').onRef('other.keyHash', '=', 'own.keyHash'),
    )
    .innerJoin('guaranteeClaims', 'guaranteeClaims.guaranteeId', 'other.guaranteeId')
    .select('other.guaranteeId')
    .where('own.guaranteeId', '=', guaranteeId)
    .where('other.guaranteeId', '!=', guaranteeId)
    .where('guaranteeClaims.state', 'in', ['paying', 'paid'])
    .where('guaranteeClaims.askedAt', '<', at)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteChanges(
  db: Database,
  { userId, through }: { userId: string; through: number },
): Promise<void> {
  await db
    .deleteFrom('guaranteeChanges')
    .where('userId', '=', userId)
    .where('id', '<=', through)
    .execute()
}

/** Tells whether a change of this user has not been read yet. */
export async function hasUnreadChanges(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('guaranteeChanges')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns users with unread changes, those that wait longest first. */
export async function findChanged(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('guaranteeChanges')
    .select('userId')
    .groupBy('userId')
    .orderBy((eb) => eb.fn.min('id'))
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Schedules the next look at a user's claim, if one waits for a person. */
export async function updateWaiting(
  trx: Trx,
  { userId, lookAt }: { userId: string; lookAt: Date },
): Promise<void> {
  await trx
    .updateTable('guarantees')
    .set({ lookAt })
    .where('userId', '=', userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('guaranteeClaims')
          .select('guaranteeId')
          .whereRef('guaranteeClaims.guaranteeId', '=', 'guarantees.id')
          .where('guaranteeClaims.state', '=', 'waiting'),
      ),
    )
    .execute()
}

/** Returns guarantees that are due for a look. */
export async function findDue(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('guarantees')
    .select('id')
    .where('lookAt', '<=', now)
    .orderBy('lookAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the payment intent that paid an invoice. */
export async function findPaymentIntent(
  db: Database,
  invoiceId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('guaranteePayments')
    .select('paymentIntentId')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirst()
  return row?.paymentIntentId ?? undefined
}

/** Returns the owner of a guarantee; undefined once the account is gone. */
export async function findOwner(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('guarantees')
    .select('userId')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.userId ?? undefined
}

/** Records a chargeback found before its event arrived. */
export async function noteDispute(
  db: Database,
  invoiceId: string,
  dispute: 'open' | 'lost',
): Promise<void> {
  await db
    .updateTable('guaranteePayments')
    .set({ dispute, disputeWonAt: null })
    .where('invoiceId', '=', invoiceId)
    .execute()
}

/** Records the refunded amount, read before its event arrived. */
export async function noteRefunded(
  db: Database,
  invoiceId: string,
  refundedCents: number,
): Promise<void> {
  await db
    .updateTable('guaranteePayments')
    .set({ refundedCents })
    .where('invoiceId', '=', invoiceId)
    .execute()
}
