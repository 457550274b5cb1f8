import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Audience } from './audience.rules.ts'
import { searchTable } from './search.queries.ts'
import type { Sought } from './words.rules.ts'

type Suggested = { slug: string; name: string }

/** Brands of which a deal lives and of whose folded names a word begins so, those that begin so first. */
export async function findBrandsBeginning(
  db: Database,
  audience: Audience,
  { beginning, limit }: { beginning: string; limit: number },
): Promise<Suggested[]> {
  const { rows } = await sql<Suggested>`
    select slug, name from brands join search_values on value = 'b:' || brands.id
    where ${hasBeginning(beginning)}
    and exists (select from ${searchTable(audience)} where brand = no and is_living)
    order by starts_with(name_key, ${beginning}) desc, name_key limit ${limit}
  `.execute(db)
  return rows
}

/** The same of retailers, for members alone. */
export async function findRetailersBeginning(
  db: Database,
  { beginning, limit }: { beginning: string; limit: number },
): Promise<Suggested[]> {
  const { rows } = await sql<Suggested>`
    select slug, name from retailers join search_values on value = 'r:' || retailers.id
    where ${hasBeginning(beginning)}
    and exists (select from members_search where retailer = no and is_living)
    order by starts_with(name_key, ${beginning}) desc, name_key limit ${limit}
  `.execute(db)
  return rows
}

/** A folded name has nothing that a pattern would read otherwise. */
function hasBeginning(beginning: string): RawBuilder<boolean> {
  return sql<boolean>`(name_key like ${`${beginning}%`} or name_key like ${`% ${beginning}%`})`
}

/** The newest living deals that have all of it; for members alone. */
export async function findPieces(
  db: Database,
  { query }: Sought,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ dealId: string }>`
    select deal_id as "dealId" from members_search join members_words using (deal_id)
    where is_listed and is_living and words @@ ${`(${query}) & 'l='`}::tsquery
    order by published_day desc, published_at desc, feed_position, deal_id limit ${limit}
  `.execute(db)
  return rows.map(({ dealId }) => dealId)
}
