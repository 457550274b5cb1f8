import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

/** Until the transaction ends, whoever else tells of this deal or looks into it waits. */
export async function lockReportsOf(trx: Trx, dealIds: string[]): Promise<void> {
  // In one order, so that two who look into many wait for each other and not in a circle.
  for (const dealId of dealIds.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${dealId}`}, 0))`.execute(
      trx,
    )
  }
}

/** Answers whether it is new: of one kind somebody tells of a deal once a day. */
export async function insertReport(
  trx: Trx,
  report: Insertable<Tables['reports']>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'dealId', 'kind', 'reportedOn']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** How many members have said within this time that it is gone, and nobody has looked. */
export async function countSayingGone(trx: Trx, dealId: string, since: Date): Promise<number> {
  const { people } = await trx
    .selectFrom('reports')
    .select((eb) => eb.fn.count<number>('userId').distinct().as('people'))
    .where('dealId', '=', dealId)
    .where('kind', '=', 'gone')
    .where('isEvidence', '=', true)
    .where('answeredAt', 'is', null)
    .where('reportedAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(people)
}

/** What somebody told us of a deal, newest first. */
export async function findOwnReports(
  db: Database,
  { userId, dealId, limit }: { userId: string; dealId: string; limit: number },
) {
  return db
    .selectFrom('reports')
    .select(['kind', 'reportedAt', 'reportedOn', 'outcome'])
    .where('userId', '=', userId)
    .where('dealId', '=', dealId)
    .orderBy('reportedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteReportsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('reports').where('reportedAt', '<', before).execute()
}

/** By the ids and brands of deals: the rest of a deal is for members, who see it on its page. */
export async function findReportsOf(db: Database, userId: string) {
  return db
    .selectFrom('reports')
    .leftJoin('deals', 'deals.id', 'reports.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['reports.kind', 'reports.dealId', 'brands.name as brand', 'reports.words'])
    .select(['seenCents', 'shownCents', 'size', 'isEvidence', 'reportedAt', 'reportedOn'])
    .select(['answeredAt', 'outcome', 'answer', 'tellAt', 'toldAt'])
    .where('userId', '=', userId)
    .orderBy('reportedAt')
    .execute()
}

export async function countReportsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('reports')
    .select(selectDataCount('reportedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** What is left of them is nobody's: numbers, and no words. */
export async function unlinkReports(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ userId: null, words: null, size: null })
    .where('userId', '=', userId)
    .execute()
}
