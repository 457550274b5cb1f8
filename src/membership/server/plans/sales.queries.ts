import type { Database } from '#app/db/database.ts'

export async function findSaleOn(db: Database, day: string) {
  return db
    .selectFrom('sales')
    .select(['priceCents', 'lastDay'])
    .where('firstDay', '<=', day)
    .where('lastDay', '>=', day)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The sale that runs or is still to come. */
export async function findNextSale(db: Database, day: string) {
  return db
    .selectFrom('sales')
    .select(['priceCents', 'firstDay', 'lastDay'])
    .where('lastDay', '>=', day)
    .orderBy('firstDay')
    .limit(1)
    .executeTakeFirst()
}

export async function insertSale(
  db: Database,
  sale: { id: string; priceCents: number; firstDay: string; lastDay: string },
) {
  await db.insertInto('sales').values(sale).execute()
}

export async function deleteSales(db: Database) {
  await db.deleteFrom('sales').execute()
}
