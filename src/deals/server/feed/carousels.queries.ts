import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

/** All carousels in order, each with its number of living deals. */
export async function findCarousels(db: Database) {
  return db
    .selectFrom('carousels')
    .select(['number', 'title', 'isShown as isOn'])
    .select(
      sql<number>`(
        select count(*)::integer from deals
        where is_published and ended_at is null and carousel_assignment > 0 and carousel_assignment = carousels.number
      )`.as('deals'),
    )
    .orderBy('position')
    .orderBy('number')
    .execute()
}

/** Serializes concurrent changes. */
export async function lockCarousels(trx: Trx): Promise<void> {
  await trx.selectFrom('carousels').select('number').orderBy('number').forUpdate().execute()
}

export async function updateCarousel(
  trx: Trx,
  number: number,
  { title, isOn }: { title: string; isOn: boolean },
): Promise<void> {
  await trx
    .updateTable('carousels')
    .set({ title, isShown: isOn })
    .where('number', '=', number)
    .execute()
}

export async function updateCarouselOrder(trx: Trx, numbers: number[]): Promise<void> {
  for (const [index, number] of numbers.entries()) {
    await trx
      .updateTable('carousels')
      .set({ position: index + 1 })
      .where('number', '=', number)
      .execute()
  }
}
