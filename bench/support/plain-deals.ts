import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

const DEALS_A_DAY = 400
const AT_ONCE = 100_000

/**
 * Inserts published deals of one brand and one retailer, numbered from `from` up to but excluding `to`,
 * directly into the tables.
 */
export async function addPlainDeals(
  db: Database,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`insert into brands (id, name, name_key) values ('b', 'Brand', 'brand') on conflict do nothing`.execute(
    db,
  )
  await sql`insert into retailers (id, name, name_key, domain) values ('r', 'Shop', 'shop', 'shop.example') on conflict do nothing`.execute(
    db,
  )
  for (let first = from; first < to; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, to) - 1
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`
        insert into deals (id, brand_id, retailer_id, product_name, original_price_cents, sale_price_cents,
          buy_url, buy_url_key, domain, is_published, published_at)
        select 'd' || lpad(n::text, 11, '0'), 'b', 'r', 'Piece ' || n, 100000, 40000,
          'https://shop.example/p/' || n, 'shop.example/p/' || n, 'shop.example', true,
          timestamptz '2020-01-01 12:00+00' + make_interval(days => (n / ${DEALS_A_DAY})::int, secs => n % ${DEALS_A_DAY})
        from generate_series(${first}::int, ${last}::int) as n`.execute(trx)
    })
  }
}
