import { sql } from 'kysely'
import type { Database, OpenDatabase } from '#app/db/database.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'

const BATCH = 50_000
const DEALS_A_DAY = 400

/** Sizes as retailers list them: runs of the same few keys. */
const SIZE_RUNS = Array.from({ length: 60 }, (_, run) =>
  Array.from({ length: 3 + (run % 6) }, (_, index) => `w-clothing-us${((run + index) % 20) * 2}`),
)

/**
 * Adds deals of 450 brands and 60 retailers; the newest are running and the others ended long ago, as after
 * years. The rows are pseudorandom and the same every time.
 */
export async function fillCatalogue(
  db: Database,
  { deals, living }: { deals: number; living: number },
): Promise<void> {
  const lists = {
    department: VOCABULARY.department.map(({ value }) => value),
    category: VOCABULARY.category.flatMap(({ value, parent }) => (parent ? [value] : [])),
    colour: VOCABULARY.colour.map(({ value }) => value),
  }
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`insert into brands (id, name, name_key)
      select 'b' || n, initcap(name), name from (
        select n, translate(to_char(n * 7919 % 99991, 'FM00000'), '0123456789', 'aubrelinos') || 'elle ' ||
          translate(n::text, '0123456789', 'vmdtkgpfzc') as name from generate_series(1, 449) as n
      ) as made`.execute(trx)
    await sql`insert into brands (id, name, name_key) values ('b450', 'Aubrelle', 'aubrelle')`.execute(
      trx,
    )
    await sql`insert into retailers (id, name, name_key, domain)
      select 'r' || n, 'Shop ' || n, 'shop ' || n, 'shop' || n || '.example' from generate_series(1, 60) as n`.execute(
      trx,
    )
  })
  const pick = (list: readonly string[], salt: number) =>
    sql`(${sql.val([...list])}::text[])[1 + abs(hashint4(n * 17 + ${sql.lit(salt)})) % ${sql.lit(list.length)}]`
  for (let from = 0; from < deals; from += BATCH) {
    const to = Math.min(from + BATCH, deals) - 1
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`
        insert into deals (id, brand_id, retailer_id, product_name, original_price_cents, sale_price_cents,
          buy_url, buy_url_key, domain, department, category, colour, size_keys, is_published, published_at,
          ended_at, ended_reason, has_left_feed)
        select 'd' || lpad(n::text, 11, '0'),
          'b' || (1 + floor(450 * power((abs(hashint4(n)) % 10000) / 10000.0, 2)))::int,
          'r' || (1 + abs(hashint4(n * 3)) % 60),
          ${pick(['Silk', 'Wool', 'Linen', 'Leather', 'Suede', 'Cotton', 'Cashmere', 'Velvet'], 1)} || ' '
            || ${pick(['midi', 'long', 'cropped', 'belted', 'pleated', 'quilted', 'ribbed'], 2)} || ' '
            || ${pick(['dress', 'coat', 'blazer', 'boots', 'tote', 'skirt', 'knit', 'shirt'], 3)},
          price, (price * (30 + abs(hashint4(n * 5)) % 60) / 100)::int,
          'https://shop.example/p/' || n, 'shop.example/p/' || n, 'shop.example',
          ${pick(lists.department, 4)}, ${pick(lists.category, 5)}, ${pick(lists.colour, 6)},
          array(select jsonb_array_elements_text(${JSON.stringify(SIZE_RUNS)}::jsonb -> (abs(hashint4(n * 7)) % ${sql.lit(SIZE_RUNS.length)}))),
          true, at, case when n < ${deals - living} then at end, case when n < ${deals - living} then 'time' end,
          n < ${deals - living}
        from (
          select n, 5000 + 100 * (abs(hashint4(n * 11)) % 2000) as price,
            timestamptz '2020-01-01 12:00+00' + make_interval(days => (n / ${DEALS_A_DAY})::int, secs => n % ${DEALS_A_DAY}) as at
          from generate_series(${from}::int, ${to}::int) as n
        ) as made`.execute(trx)
    })
  }
}

/** Vacuums and analyzes, as autovacuum would in time. */
export async function tidyCatalogue({ db }: Pick<OpenDatabase, 'db'>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
  })
}
