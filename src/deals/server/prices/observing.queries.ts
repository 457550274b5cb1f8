import { type Insertable, sql, type Updateable } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

const ROWS_PER_STATEMENT = 60

/** The stored prices of a deal, even of a deleted one. */
export async function findPricedDeal(db: Database, dealId: string) {
  return db
    .selectFrom('deals')
    .select(['createdAt', 'originalPriceCents', 'salePriceCents', 'version', 'publishedAt'])
    .select(['priceBasis', 'lowestBeforeCents', 'reducedSince', 'isPriceProven'])
    .select(['priceCurrency', 'foreignWasHundredths', 'foreignNowHundredths', 'rateDay'])
    .select(['isPublished', 'isScheduled'])
    .where('id', '=', dealId)
    .executeTakeFirst()
}

/** Oldest first. */
export async function findObservations(db: Database, dealId: string) {
  return db
    .selectFrom('priceObservations')
    .selectAll()
    .where('dealId', '=', dealId)
    .orderBy('observedAt')
    .orderBy('id')
    .execute()
}

export async function insertObservations(
  trx: Trx,
  observations: Array<Insertable<Tables['priceObservations']>>,
): Promise<void> {
  for (const some of inChunks(observations, ROWS_PER_STATEMENT)) {
    await trx.insertInto('priceObservations').values(some).execute()
  }
}

export async function updatePrice(
  trx: Trx,
  dealId: string,
  columns: Updateable<Tables['deals']>,
): Promise<void> {
  await trx.updateTable('deals').set(columns).where('id', '=', dealId).execute()
}

/** Keeps the later time, whichever write comes last. */
export async function upsertLooks(db: Database, dealIds: string[], lookedAt: Date): Promise<void> {
  for (const some of inChunks(dealIds, ROWS_PER_STATEMENT)) {
    await db
      .insertInto('certainLooks')
      .values(some.map((dealId) => ({ dealId, lookedAt })))
      .onConflict((conflict) =>
        conflict.column('dealId').doUpdateSet({
          lookedAt: sql<Date>`greatest(certain_looks.looked_at, excluded.looked_at)`,
        }),
      )
      .execute()
  }
}

/** Only for published deals: drafts are checked as well, but do not exist outside the back office. */
export async function findLooksAtPublished(db: Database, dealIds: string[]) {
  return db
    .selectFrom('certainLooks')
    .innerJoin('deals', 'deals.id', 'certainLooks.dealId')
    .selectAll('certainLooks')
    .where('dealId', 'in', dealIds)
    .where('deals.isPublished', '=', true)
    .execute()
}
