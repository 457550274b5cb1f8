import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { isWithin } from '#app/db/days.ts'
import type { Tables } from '#app/db/tables.ts'

export type ClaimRow = Selectable<Tables['guaranteeClaims']>
export type RefundRow = Selectable<Tables['guaranteeRefunds']>

export async function findClaim(db: Database, guaranteeId: string): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('guaranteeClaims')
    .selectAll()
    .where('guaranteeId', '=', guaranteeId)
    .executeTakeFirst()
}

/** Stores the claim of a guarantee; a new one replaces a refused one. */
export async function putClaim(
  trx: Trx,
  claim: Insertable<Tables['guaranteeClaims']>,
): Promise<void> {
  const { guaranteeId: _, ...change } = claim
  await trx
    .insertInto('guaranteeClaims')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .column('guaranteeId')
        .doUpdateSet({ refusal: null, decidedBy: null, reason: null, ...change })
        .where('guaranteeClaims.state', '=', 'refused'),
    )
    .execute()
}

export async function updateClaim(
  db: Database,
  guaranteeId: string,
  change: Updateable<Tables['guaranteeClaims']>,
): Promise<void> {
  await db
    .updateTable('guaranteeClaims')
    .set(change)
    .where('guaranteeId', '=', guaranteeId)
    .execute()
}

export async function deleteClaim(trx: Trx, guaranteeId: string): Promise<void> {
  await trx.deleteFrom('guaranteeClaims').where('guaranteeId', '=', guaranteeId).execute()
}

export async function countTry(db: Database, guaranteeId: string, now: Date): Promise<void> {
  await db
    .updateTable('guaranteeClaims')
    .set((eb) => ({ tries: eb('tries', '+', 1), triedAt: now }))
    .where('guaranteeId', '=', guaranteeId)
    .execute()
}

export async function findRefunds(db: Database, guaranteeId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('guaranteeRefunds')
    .selectAll()
    .where('guaranteeId', '=', guaranteeId)
    .orderBy('id')
    .execute()
}

/** Adds one refund per payment; existing ones stay. */
export async function addRefunds(
  trx: Trx,
  rows: Array<Insertable<Tables['guaranteeRefunds']>>,
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('guaranteeRefunds')
    .values(rows)
    .onConflict((conflict) => conflict.column('invoiceId').doNothing())
    .execute()
}

/** Makes refunds due again that failed or had nothing to pay, for a new attempt. */
export async function reviveRefunds(trx: Trx, guaranteeId: string): Promise<void> {
  await trx
    .updateTable('guaranteeRefunds')
    .set({ state: 'due', amountCents: null, problem: null })
    .where('guaranteeId', '=', guaranteeId)
    .where('state', 'in', ['stuck', 'nothing'])
    .execute()
}

/**
 * Stores the amount before the provider is asked for it. Returns false if another process has stored one
 * already: then that one counts.
 */
export async function fixRefund(
  db: Database,
  {
    id,
    attempt,
    amountCents,
    now,
  }: { id: string; attempt: number; amountCents: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guaranteeRefunds')
    .set({ amountCents, attempt: attempt + 1, attemptedAt: now })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['due', 'sent'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Clears the amount of a refused refund for a new one, unless another process has begun a new attempt. */
export async function freeRefund(
  db: Database,
  { id, attempt }: { id: string; attempt: number },
): Promise<void> {
  await db
    .updateTable('guaranteeRefunds')
    .set({ amountCents: null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'due')
    .execute()
}

export async function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('guaranteeRefunds').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores the outcome of a refund. A paid one stays paid, unless the bank sends it back. */
export async function settleRefund(
  db: Database,
  id: string,
  change: Updateable<Tables['guaranteeRefunds']>,
): Promise<void> {
  await db
    .updateTable('guaranteeRefunds')
    .set(change)
    .where('id', '=', id)
    .where('state', '!=', 'paid')
    .execute()
}

/** Marks a refund as sent back by the bank; returns false if it was marked before. */
export async function unsettleRefund(
  trx: Trx,
  { id, refundId, problem }: { id: string; refundId: string; problem: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('guaranteeRefunds')
    .set({ state: 'stuck', problem, paidAt: null })
    .where('id', '=', id)
    .where('refundId', '=', refundId)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a stuck refund as paid by a person outside the provider. */
export async function settleByHand(
  trx: Trx,
  { id, amountCents, now }: { id: string; amountCents: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('guaranteeRefunds')
    .set({ state: 'paid', refundId: null, amountCents, paidAt: now, problem: null })
    .where('id', '=', id)
    .where('state', '=', 'stuck')
    .execute()
}

/** Serializes decisions about the day's total until the transaction ends. */
export async function lockDay(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('guarantee of the day', 0))`.execute(trx)
}

/** Sums the refunds released on a business day, in cents. */
export async function sumDecidedOn(db: Database, day: string): Promise<number> {
  const { cents } = await db
    .selectFrom('guaranteeClaims')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('dueCents'), eb.val(0)).as('cents'))
    .where('state', 'in', ['paying', 'paid'])
    .where(isWithin('decidedAt', { first: day, last: day }))
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Returns claims in payment that nobody has worked on since the given time. */
export async function findForgotten(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('guaranteeClaims')
    .select('guaranteeId')
    .where('state', '=', 'paying')
    .where((eb) => eb.fn.coalesce('triedAt', 'decidedAt', 'askedAt'), '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('guaranteeRefunds')
            .select('id')
            .whereRef('guaranteeRefunds.guaranteeId', '=', 'guaranteeClaims.guaranteeId')
            .where('state', '=', 'stuck'),
        ),
      ),
    )
    .orderBy('askedAt')
    .limit(limit)
    .execute()
  return rows.map(({ guaranteeId }) => guaranteeId)
}

/** Tells whether a claim is refunding this payment right now. */
export async function isBeingPaidBack(db: Database, invoiceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('guaranteeRefunds')
    .innerJoin('guaranteeClaims', 'guaranteeClaims.guaranteeId', 'guaranteeRefunds.guaranteeId')
    .select('guaranteeRefunds.id')
    .where('guaranteeRefunds.invoiceId', '=', invoiceId)
    .where('guaranteeClaims.state', '=', 'paying')
    .where('guaranteeRefunds.state', 'in', ['due', 'sent'])
    .executeTakeFirst()
  return found !== undefined
}
