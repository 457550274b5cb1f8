import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

/** Serializes reports and decisions on these deals: others wait until this transaction ends. */
export async function lockReportsOf(trx: Trx, dealIds: string[]): Promise<void> {
  // A fixed order keeps two people who look into many deals from deadlocking.
  for (const dealId of dealIds.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${dealId}`}, 0))`.execute(
      trx,
    )
  }
}

/** Returns false if the same person has already reported this kind for the deal today. */
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

/** Counts the members whose unanswered reports since then say that the deal is gone. */
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

/** Returns a person's reports on a deal, newest first. */
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

/** Names deals by id and brand only: the rest is for members, who see it on the deal's page. */
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

/** Keeps only figures: removes the author, words and size. */
export async function unlinkReports(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ userId: null, words: null, size: null })
    .where('userId', '=', userId)
    .execute()
}
