import { type Insertable, type Selectable, sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type TripRow = Selectable<Tables['trips']>
export type LedgerRow = Selectable<Tables['ledgerRows']>
export type LineRow = Selectable<Tables['networkReportLines']>

const ROWS_PER_STATEMENT = 500

/** Locks these trips: other changes to their outcome wait until the transaction ends. */
export async function lockTrips(trx: Trx, numbers: string[]): Promise<TripRow[]> {
  const locked: TripRow[] = []
  // Always locked in the same order, to avoid deadlocks.
  for (const some of inChunks([...new Set(numbers)].sort(), ROWS_PER_STATEMENT)) {
    const rows = await trx
      .selectFrom('trips')
      .selectAll()
      .where('number', 'in', some)
      .orderBy('number')
      .forUpdate()
      .execute()
    for (const row of rows) locked.push(row)
  }
  return locked
}

/** Locks a person's purchases without a trip in the same way. */
export async function lockLedger(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger ${userId}`}, 0))`.execute(trx)
}

export async function findRowsOfTrips(trx: Trx, numbers: string[]): Promise<LedgerRow[]> {
  const found: LedgerRow[] = []
  for (const some of inChunks(numbers, ROWS_PER_STATEMENT)) {
    const rows = await trx
      .selectFrom('ledgerRows')
      .selectAll()
      .where('tripNumber', 'in', some)
      .execute()
    for (const row of rows) found.push(row)
  }
  return found
}

export async function findRow(db: Database, id: string): Promise<LedgerRow | undefined> {
  return db.selectFrom('ledgerRows').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findRowWithoutTrip(
  trx: Trx,
  { userId, dealId }: { userId: string; dealId: string },
): Promise<LedgerRow | undefined> {
  return trx
    .selectFrom('ledgerRows')
    .selectAll()
    .where('userId', '=', userId)
    .where('dealId', '=', dealId)
    .where('tripNumber', 'is', null)
    .executeTakeFirst()
}

export async function countRowsWithoutTrip(trx: Trx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('ledgerRows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('tripNumber', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Tells whether the deal is or was listed, including ended ones. */
export async function isListed(db: Database, dealId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deals')
    .select('id')
    .where('id', '=', dealId)
    .where('isPublished', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the reported lines of these trips, except undone ones. */
export async function findLinesOfTrips(trx: Trx, numbers: string[]): Promise<LineRow[]> {
  const found: LineRow[] = []
  for (const some of inChunks(numbers, ROWS_PER_STATEMENT)) {
    const rows = await trx
      .selectFrom('networkReportLines')
      .selectAll()
      .where('tripNumber', 'in', some)
      .where('isUndone', '=', false)
      .execute()
    for (const row of rows) found.push(row)
  }
  return found
}

export async function upsertRows(
  trx: Trx,
  rows: Array<Insertable<Tables['ledgerRows']>>,
): Promise<void> {
  for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
    await trx
      .insertInto('ledgerRows')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          boughtOn: eb.ref('excluded.boughtOn'),
          paidCents: eb.ref('excluded.paidCents'),
          savingCents: eb.ref('excluded.savingCents'),
          noughtWhy: eb.ref('excluded.noughtWhy'),
          waitsFor: eb.ref('excluded.waitsFor'),
          reason: eb.ref('excluded.reason'),
          said: eb.ref('excluded.said'),
          saidPaidCents: eb.ref('excluded.saidPaidCents'),
          saidOn: eb.ref('excluded.saidOn'),
          saidAt: eb.ref('excluded.saidAt'),
          decided: eb.ref('excluded.decided'),
          decidedCents: eb.ref('excluded.decidedCents'),
          decidedWhy: eb.ref('excluded.decidedWhy'),
          decidedAt: eb.ref('excluded.decidedAt'),
        })),
      )
      .execute()
  }
}

export async function insertLedgerChanges(
  trx: Trx,
  changes: Array<Omit<Insertable<Tables['ledgerChanges']>, 'id'>>,
): Promise<void> {
  for (const some of inChunks(changes, ROWS_PER_STATEMENT)) {
    await trx.insertInto('ledgerChanges').values(some).execute()
  }
}
