import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** Mappings of all retailers, most recently used first. */
export async function findMappings(db: Database, headingKeys: string[]) {
  return db
    .selectFrom('importMappings')
    .innerJoin('retailers', 'retailers.id', 'importMappings.retailerId')
    .select(['retailers.name as retailer', 'headingKey', 'field'])
    .where('headingKey', '=', sql<string>`any(${headingKeys}::text[])`)
    .orderBy('usedAt', 'desc')
    .orderBy('retailers.name')
    .execute()
}

export async function upsertMappings(
  trx: Trx,
  rows: Array<Insertable<Tables['importMappings']>>,
): Promise<void> {
  await trx
    .insertInto('importMappings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['retailerId', 'headingKey']).doUpdateSet({
        field: (row) => row.ref('excluded.field'),
        heading: (row) => row.ref('excluded.heading'),
        usedAt: (row) => row.ref('excluded.usedAt'),
      }),
    )
    .execute()
}
