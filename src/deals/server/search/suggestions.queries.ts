import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { TERM_FIELDS, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Audience } from './audience.rules.ts'
import { type Known, type KnownName, type KnownPiece, NEWEST_AT_HAND } from './known.rules.ts'
import {
  type Column,
  hasValue,
  IS_LIVING_WITH_WORDS,
  NEWEST,
  searchTable,
} from './search.queries.ts'
import { FILED_AS, type Sought } from './words.rules.ts'

/** Everything an audience may mean except single pieces, which are too many; from published deals only. */
export async function findKnown(db: Database, audience: Audience): Promise<Known> {
  return {
    brands: await findNames(db, audience, { table: 'brands', column: 'brand', prefix: 'b:' }),
    retailers:
      audience === 'members'
        ? await findNames(db, audience, { table: 'retailers', column: 'retailer', prefix: 'r:' })
        : [],
    filed: new Set(await findFiledUnder(db, audience)),
    words: audience === 'members' ? await findWords(db) : [],
    newest: audience === 'members' ? await findNewest(db) : [],
  }
}

/** The newest living deals with their words. */
async function findNewest(db: Database): Promise<KnownPiece[]> {
  const { rows } = await sql<KnownPiece>`
    select deal_id as id, ' ' || array_to_string(tsvector_to_array(words), ' ') || ' ' as words from (
      select * from members_search where is_listed and is_living order by ${NEWEST} limit ${NEWEST_AT_HAND}
    ) as first cross join lateral (
      select words from members_words where deal_id = first.deal_id limit 1
    ) as theirs
    order by ${NEWEST}
  `.execute(db.withoutPlugins())
  return rows
}

/** In a single row, which is faster to read: a large catalogue has tens of thousands of words. */
async function findWords(db: Database): Promise<string[]> {
  const { rows } = await sql<{ words: string | null }>`
    select string_agg(word, ' ') as words from search_words where not is_public
  `.execute(db)
  return rows[0]?.words?.split(' ').sort() ?? []
}

/** Sorted by folded name. */
async function findNames(
  db: Database,
  audience: Audience,
  { table, column, prefix }: { table: 'brands' | 'retailers'; column: Column; prefix: string },
): Promise<KnownName[]> {
  const { rows } = await sql<KnownName>`
    select slug, name, name_key as "nameKey", words_of_key(name_key) as words,
      ${livesWith(audience, column)} as "isLiving"
    from ${sql.table(table)} as named join search_values on value = ${prefix} || named.id
    where ${hasValue(audience, column)} order by name_key
  `.execute(db.withoutPlugins())
  return rows
}

/** Whether a living deal has the value with this number; looked up like {@link hasValue}. */
function livesWith(audience: Audience, column: Column): RawBuilder<boolean> {
  const [table, ref] = [searchTable(audience), sql.ref(column)]
  return sql<boolean>`coalesce(no = (
    select ${ref} from ${table} where ${ref} >= no and is_living order by ${ref} limit 1
  ), false)`
}

async function findFiledUnder(db: Database, audience: Audience): Promise<string[]> {
  const looks = TERM_FIELDS.map((column) => {
    const values = VOCABULARY[column].map(({ value }) => `${FILED_AS[column]}:${value}`)
    return sql`
      select value from search_values
      where value = any(${values}::text[]) and ${hasValue(audience, column)}`
  })
  const { rows } = await sql<{ value: string }>`${sql.join(looks, sql` union all `)}`.execute(db)
  return rows.map(({ value }) => value)
}

/**
 * The newest living deals that match everything; for members only. The full-text index collects all matches
 * before it can sort them, so it is queried only for what is not among the newest in memory. Materialized,
 * because the planner might otherwise scan all living deals for words that many deals had and none has now.
 */
export async function findPieces(
  db: Database,
  { query }: Sought,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ dealId: string }>`
    with found as materialized (
      select deal_id from members_words where words @@ ${query}::tsquery and ${IS_LIVING_WITH_WORDS}
    )
    select deal_id as "dealId" from found cross join lateral (
      select published_day, published_at, feed_position from members_search
      where deal_id = found.deal_id and is_listed and is_living limit 1
    ) as theirs
    order by ${NEWEST} limit ${limit}
  `.execute(db)
  return rows.map(({ dealId }) => dealId)
}
