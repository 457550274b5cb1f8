import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Audience } from './audience.rules.ts'
import { searchTable, wordsTable } from './search.queries.ts'

/** Of these queries, by their places, those that find a deal. */
export async function findAnswered(
  db: Database,
  audience: Audience,
  queries: string[],
): Promise<Set<number>> {
  if (queries.length === 0) return new Set()
  const { rows } = await sql<{ at: number }>`
    select at::integer from unnest(${queries}::text[]) with ordinality as asked(query, at)
    where exists (select from ${wordsTable(audience)} where words @@ query::tsquery)
  `.execute(db)
  return new Set(rows.map(({ at }) => at - 1))
}

const MOST_ALIKE = 40

/** Words of names that are spelled nearly like this one, by the groups of three letters they share. */
export async function findAlike(db: Database, audience: Audience, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from words_alike(${word}, ${audience === 'public'}, ${sql.lit(MOST_ALIKE)}) as word
  `.execute(db)
  return rows.map((row) => row.word)
}

/** A brand that is out and has this word in its name. */
export async function findBrandOfWord(
  db: Database,
  audience: Audience,
  word: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from brands
    where name_key like ${`%${word}%`} and ${word} = any(words_of_key(name_key))
    and exists (select from ${searchTable(audience)} where brand = search_no('b:' || brands.id))
    order by name limit 1
  `.execute(db)
  return rows[0]?.name
}
