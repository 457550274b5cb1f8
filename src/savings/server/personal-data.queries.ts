import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { DataCount } from '#app/server/personal-data.queries.ts'

/** Returns ledger rows with their changes; deals are named by id and brand only. */
export async function findLedgerOf(db: Database, userId: string) {
  return db
    .selectFrom('ledgerRows')
    .leftJoin('trips', 'trips.number', 'ledgerRows.tripNumber')
    .leftJoin('deals', 'deals.id', 'ledgerRows.dealId')
    .leftJoin('brands', (join) =>
      join.on(sql<boolean>`brands.id = coalesce(trips.brand_id, deals.brand_id)`),
    )
    .selectAll('ledgerRows')
    .select('brands.name as brand')
    .select(
      sql<Array<Record<string, unknown>>>`coalesce((
        select json_agg(json_build_object(
          'happenedAt', happened_at, 'madeBy', made_by, 'what', what, 'before', before, 'after', after
        ) order by ledger_changes.id)
        from ledger_changes where ledger_changes.row_id = ledger_rows.id
      ), '[]')`.as('changes'),
    )
    .where('ledgerRows.userId', '=', userId)
    .orderBy('boughtOn')
    .orderBy('ledgerRows.id')
    .execute()
}

export async function countLedgerOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('ledgerRows')
    .innerJoin('ledgerChanges', 'ledgerChanges.rowId', 'ledgerRows.id')
    .select(sql<number>`count(distinct ledger_rows.id)`.as('count'))
    .select((eb) => [
      eb.fn.min<Date | null>('happenedAt').as('firstAt'),
      eb.fn.max<Date | null>('happenedAt').as('lastAt'),
    ])
    .where('ledgerRows.userId', '=', userId)
    .executeTakeFirstOrThrow()
}
