import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

type Counted = { least: number; most: number }

/** Returns brands that at least `least` people follow and that have no deal in the feed. */
export async function findBrandsWithoutDeals(db: Database, { least, most }: Counted) {
  const { rows } = await sql<{ name: string; nameKey: string; people: number }>`
    select brands.name, brands.name_key, count(*)::integer as people
    from follows join brands on brands.id = follows.brand_id
    where follows.kind = 'brand' and not follows.is_hidden and brands.successor_id is null
      and not exists (select from deals where deals.brand_id = brands.id
        and deals.is_published and deals.ended_at is null)
    group by brands.id, brands.name, brands.name_key
    having count(*) >= ${least}
    order by people desc, brands.name_key limit ${most}`.execute(db)
  return rows
}

/** Returns sizes that at least `least` people wear and that no deal in the feed has. */
export async function findSizesWithoutDeals(db: Database, { least, most }: Counted) {
  const { rows } = await sql<{ sizeKey: string; people: number }>`
    with worn as (
      select size_key, count(*)::integer as people
      from for_you_setups cross join unnest(for_you_setups.size_keys) size_key
      group by size_key having count(*) >= ${least}
    )
    select size_key, people from worn
    where not exists (select from deals where deals.size_keys @> array[worn.size_key]
      and deals.is_published and deals.ended_at is null)
    order by people desc, size_key limit ${most}`.execute(db)
  return rows
}
