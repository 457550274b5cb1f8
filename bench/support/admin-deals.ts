import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Rows per statement; small enough for the memory of the embedded database. */
const ROWS_PER_STATEMENT = 2000

/** Adds deals as after two years: brands, shops, drafts, deleted deals, clicks. */
export async function fillAdminList(db: Database, deals: number): Promise<void> {
  await sql`
    insert into brands (id, name, name_key)
    select 'b' || n, 'Maison ' || n, 'maison ' || n from generate_series(0, 449) as n`.execute(db)
  await sql`
    insert into retailers (id, name, name_key, domain)
    select 'r' || n, 'Shop ' || n, 'shop ' || n, 'shop' || n || '.example'
    from generate_series(0, 399) as n`.execute(db)
  for (let from = 0; from < deals; from += ROWS_PER_STATEMENT) {
    const to = Math.min(from + ROWS_PER_STATEMENT, deals) - 1
    await db.transaction().execute(async (trx) => {
      // A trigger writes their search text; so many at once exceed the statement timeout.
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`
        insert into deals (id, brand_id, retailer_id, product_name, original_price_cents,
          sale_price_cents, buy_url, buy_url_key, domain, is_published, is_preview, show_in_splash,
          carousel_assignment, created_at, published_at, deleted_at, feed_position)
        select 'd' || lpad(n::text, 11, '0'), 'b' || n % 450, 'r' || n % 400,
          (array['Leather tote', 'Silk scarf', 'Piqué polo', 'Wool coat', 'Suede boots'])[1 + n % 5]
            || ' in ' || (array['oxblood', 'navy', 'ivory', 'camel'])[1 + n / 5 % 4] || ' no. ' || n,
          100000 + n, 40000, 'https://shop' || n % 400 || '.example/p/' || n,
          'shop' || n % 400 || '.example/p/' || n, 'shop' || n % 400 || '.example',
          n % 20 <> 0 and n % 50 <> 1, n % 10 = 0, n % 200 = 0, n % 6, at, at,
          case when n % 50 = 1 then at end, n % 35
        from generate_series(${from}::int, ${to}::int) as n,
          lateral (select timestamptz '2025-01-01 14:00+00' + make_interval(days => n / 35) as at) as t
      `.execute(trx)
    })
  }
  await sql`
    insert into clicks (deal_id, user_id, click_type, kind)
    select 'd' || lpad((n % ${deals}::int)::text, 11, '0'), null, 'deal-card',
      case when n % 4 = 0 then 'bot' else 'click' end
    from generate_series(0, ${2 * deals - 1}::int) as n`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
