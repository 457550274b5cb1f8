import { type Insertable, sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

const ROWS_PER_STATEMENT = 500

/** Serializes writing and undoing of reports. */
export async function lockReports(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('network reports', 0))`.execute(trx)
}

/** Returns the trips with these numbers and the facts that a report is checked against. */
export async function findTripsByNumber(db: Database, numbers: string[]) {
  const found = []
  for (const some of inChunks(numbers, ROWS_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('trips')
      .leftJoin('brands', 'brands.id', 'trips.brandId')
      .select([
        'number',
        'madeAt',
        'dealId',
        sql<string>`coalesce(brands.name, '')`.as('brandName'),
      ])
      .select(sql<boolean>`user_id is not null`.as('hasOwner'))
      .where('number', 'in', some)
      .execute()
    for (const row of rows) found.push(row)
  }
  return found
}

/** Returns the reported lines of these trips, except undone ones. */
export async function findKnownLines(db: Database, numbers: string[]) {
  const found = []
  for (const some of inChunks(numbers, ROWS_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('networkReportLines')
      .select(['tripNumber', 'orderNumber', 'soldOn', 'valueCents', 'itemCents'])
      .select(['commissionCents', 'state', 'isPart'])
      .where('tripNumber', 'in', some)
      .where('isUndone', '=', false)
      .execute()
    for (const row of rows) found.push(row)
  }
  return found
}

export async function insertNetworkReport(
  trx: Trx,
  report: Insertable<Tables['networkReports']>,
): Promise<void> {
  await trx.insertInto('networkReports').values(report).execute()
}

export async function insertReportLines(
  trx: Trx,
  lines: Array<Insertable<Tables['networkReportLines']>>,
): Promise<void> {
  for (const some of inChunks(lines, ROWS_PER_STATEMENT)) {
    await trx.insertInto('networkReportLines').values(some).execute()
  }
}

export async function lockReport(trx: Trx, id: string) {
  return trx
    .selectFrom('networkReports')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a report as undone; returns the trips of its lines. */
export async function markUndone(
  trx: Trx,
  { id, at, by }: { id: string; at: Date; by: string },
): Promise<string[]> {
  await trx
    .updateTable('networkReports')
    .set({ undoneAt: at, undoneBy: by })
    .where('id', '=', id)
    .execute()
  const lines = await trx
    .updateTable('networkReportLines')
    .set({ isUndone: true })
    .where('reportId', '=', id)
    .where('isUndone', '=', false)
    .returning('tripNumber')
    .execute()
  return [...new Set(lines.map(({ tripNumber }) => tripNumber))]
}

export async function findReports(db: Database, limit: number) {
  return db
    .selectFrom('networkReports')
    .select(['id', 'network', 'fileName', 'createdAt', 'actorName', 'rowCount', 'newCount'])
    .select(['knownCount', 'undoneAt', 'undoneBy'])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
