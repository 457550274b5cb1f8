import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/**
 * The ids of living deals of the same piece at other retailers, one per retailer, lowest price first: matched
 * by GTIN, or by brand and style number. For members only.
 */
export async function findElsewhereIds(
  db: Database,
  { dealId, limit }: { dealId: string; limit: number },
): Promise<string[]> {
  // One subquery per kind of match, so that each uses its own index.
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

/** Must match the expression of the index. */
function styleKey(table: 'this' | 'other') {
  const number = sql.ref(`${table}.styleNumber`)
  return sql`upper(regexp_replace(${number}, '[^A-Za-z0-9]+', '', 'g'))`
}
