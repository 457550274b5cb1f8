import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { living, published } from '#app/deals/server/deal/life.queries.ts'

/**
 * The day whose preview deals are open on `today`: today once it has any, otherwise the latest earlier day with
 * a living one.
 */
function findFreeDay(db: Database, today: string) {
  return db
    .selectFrom('deals')
    .select('publishedDay')
    .where(published)
    .where('isPreview', '=', true)
    .where('publishedDay', '<=', today)
    .where((eb) => eb.or([eb('publishedDay', '=', today), eb('endedAt', 'is', null)]))
    .orderBy('publishedDay', 'desc')
    .limit(1)
}

/** That day's first living preview deals, and those open earlier `today`, in order of publication. */
export async function findFreeCandidates(
  db: Database,
  { today, most }: { today: string; most: number },
) {
  const ofDay = db
    .selectFrom('deals')
    .select(['id', sql<boolean>`ended_at is null`.as('isLiving')])
    .select(sql<boolean>`coalesce(was_free_on = ${today}::date, false)`.as('wasFree'))
    .where('isPreview', '=', true)
    .where('publishedDay', '=', findFreeDay(db, today))
    .orderBy('publishedAt')
    .orderBy('feedPosition')
    .orderBy('id')
    .limit(most)
  const [alive, before] = await Promise.all([
    ofDay.where(living).execute(),
    ofDay
      .where(published)
      .where('endedAt', 'is not', null)
      .where('wasFreeOn', '=', today)
      .execute(),
  ])
  return [...before, ...alive]
}

export async function markFree(trx: Trx, ids: string[], today: string): Promise<void> {
  await trx
    .updateTable('deals')
    .set({ wasFreeOn: today })
    .where('id', 'in', ids)
    .where(sql<boolean>`was_free_on is distinct from ${today}::date`)
    .execute()
}
