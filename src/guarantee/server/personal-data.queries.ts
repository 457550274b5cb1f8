import type { Database, Trx } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

const own = (db: Database, userId: string) =>
  db.selectFrom('guarantees').select('id').where('userId', '=', userId)

/** Returns the guarantee of a user's first year. */
export async function findGuaranteesOf(db: Database, userId: string) {
  return db
    .selectFrom('guarantees')
    .select(['id', 'startsAt', 'endsAt', 'paidMonths', 'isWhole', 'recordedCents'])
    .select(['confirmedCents', 'readAt', 'lookAt', 'toldMonths', 'toldState', 'createdAt'])
    .select(['refusal', 'couldCostCents', 'hadBefore'])
    .where('userId', '=', userId)
    .execute()
}

export async function findYearPaymentsOf(db: Database, userId: string) {
  return db
    .selectFrom('guaranteePayments')
    .selectAll()
    .where('guaranteeId', 'in', own(db, userId))
    .orderBy('paidAt')
    .execute()
}

/** Returns a user's claims, without the staff member who decided. */
export async function findClaimsOf(db: Database, userId: string) {
  return db
    .selectFrom('guaranteeClaims')
    .select(['guaranteeId', 'state', 'refusal', 'askedAt', 'heldUntil', 'decidedAt', 'reason'])
    .select(['dueCents', 'paidCents', 'paidAt', 'recordedCents', 'confirmedCents', 'triedAt'])
    .where('guaranteeId', 'in', own(db, userId))
    .execute()
}

export async function findRefundsOf(db: Database, userId: string) {
  return db
    .selectFrom('guaranteeRefunds')
    .select(['id', 'guaranteeId', 'invoiceId', 'feeCents', 'amountCents', 'attemptedAt'])
    .select(['refundId', 'state', 'problem', 'paidAt'])
    .where('guaranteeId', 'in', own(db, userId))
    .execute()
}

/** Returns only the kinds of a user's key hashes; the hashes cannot be reversed. */
export async function findKeysOf(db: Database, userId: string) {
  return db
    .selectFrom('guaranteeKeys')
    .select(['guaranteeId', 'kind', 'keptAt'])
    .where('guaranteeId', 'in', own(db, userId))
    .orderBy('keptAt')
    .execute()
}

export async function countKeysOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('guaranteeKeys')
    .select(selectDataCount('keptAt'))
    .where('guaranteeId', 'in', own(db, userId))
    .executeTakeFirstOrThrow()
}

export async function countGuaranteesOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('guarantees')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function countYearPaymentsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('guaranteePayments')
    .select(selectDataCount('paidAt'))
    .where('guaranteeId', 'in', own(db, userId))
    .executeTakeFirstOrThrow()
}

export async function countClaimsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('guaranteeClaims')
    .select(selectDataCount('askedAt'))
    .where('guaranteeId', 'in', own(db, userId))
    .executeTakeFirstOrThrow()
}

export async function countRefundsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('guaranteeRefunds')
    .select(selectDataCount('attemptedAt'))
    .where('guaranteeId', 'in', own(db, userId))
    .executeTakeFirstOrThrow()
}

/** Detaches a guarantee from its user. Refunds under way go on, and belong to nobody's data any more. */
export async function unlinkGuarantee(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('guaranteePayments')
    .set({ cardBrand: null, cardLast4: null })
    .where('guaranteeId', 'in', own(trx, userId))
    .execute()
  await trx
    .updateTable('guaranteeClaims')
    .set({ reason: null })
    .where('guaranteeId', 'in', own(trx, userId))
    .execute()
  // Keys are kept for claimed guarantees only, since the guarantee is granted once per person.
  await trx
    .deleteFrom('guaranteeKeys')
    .where('guaranteeId', 'in', own(trx, userId))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('guaranteeClaims')
            .select('guaranteeClaims.guaranteeId')
            .whereRef('guaranteeClaims.guaranteeId', '=', 'guaranteeKeys.guaranteeId')
            .where('guaranteeClaims.state', '!=', 'refused'),
        ),
      ),
    )
    .execute()
  await trx.updateTable('guarantees').set({ userId: null }).where('userId', '=', userId).execute()
}
