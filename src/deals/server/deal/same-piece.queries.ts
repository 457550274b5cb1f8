import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/**
 * The ids of living deals of the same piece at other retailers, one of each, the lowest price first:
 * with the same GTIN, or of the same brand and with the same style number. For members alone.
 */
export async function findElsewhereIds(
  db: Database,
  { dealId, limit }: { dealId: string; limit: number },
): Promise<string[]> {
  // One for each way it may be the same, so that each has its index.
  const { rows } = await sql<{ id: string }>`
    select id from (
      select distinct on (same.retailer_id) same.id, same.sale_price_cents from (
        select other.id, other.retailer_id, other.sale_price_cents from deals this
        join deals other on other.gtin = this.gtin
        where this.id = ${dealId} and other.retailer_id <> this.retailer_id
          and other.is_published and other.ended_at is null
        union
        select other.id, other.retailer_id, other.sale_price_cents from deals this
        join deals other on other.brand_id = this.brand_id and other.style_number is not null
          and ${styleKey('other')} = ${styleKey('this')}
        where this.id = ${dealId} and other.retailer_id <> this.retailer_id
          and other.is_published and other.ended_at is null
      ) same
      order by same.retailer_id, same.sale_price_cents nulls last, same.id
    ) one_each
    order by sale_price_cents nulls last, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Written as the index has it. */
function styleKey(table: 'this' | 'other') {
  const number = sql.ref(`${table}.styleNumber`)
  return sql`upper(regexp_replace(${number}, '[^A-Za-z0-9]+', '', 'g'))`
}
