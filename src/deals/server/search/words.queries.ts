import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { TERM_FIELDS } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Audience } from './audience.rules.ts'
import { hasValue, searchTable, wordsTable } from './search.queries.ts'
import { FILED_AS, isBeginning, type SoughtWords, type WordSource } from './words.rules.ts'

/** Word lookups for an audience whose words are too many for memory. */
export function wordsInDatabase(db: Database, audience: Audience): WordSource {
  return {
    findAnswered: (groups) => findAnswered(db, audience, groups),
    findAlike: (word) => findAlike(db, audience, word),
    findBrandOfWord: (word) => findBrandOfWord(db, audience, word),
  }
}

/**
 * The indexes of the groups that match a deal. The full-text index reads all matches before it answers, so
 * vocabulary terms are looked up among the values first, and a word by its witness, the deal kept beside it, if
 * that still has it. Only the rest uses the full-text index.
 */
async function findAnswered(
  db: Database,
  audience: Audience,
  groups: SoughtWords[],
): Promise<Set<number>> {
  if (groups.length === 0) return new Set()
  const looks = groups.map(
    (group, at) => sql`
      select ${sql.lit(at)} as at where case
        when ${isFiled(audience, group)} then true
        when ${isWitnessed(audience, group)} then true
        else ${isFound(audience, group)}
      end`,
  )
  const { rows } = await sql<{ at: number }>`${sql.join(looks, sql` union all `)}`.execute(db)
  return new Set(rows.map(({ at }) => at))
}

function isFiled(audience: Audience, { filed }: SoughtWords): RawBuilder<boolean> {
  const looks = TERM_FIELDS.flatMap((column) => {
    const values = filed.filter((value) => value.startsWith(`${FILED_AS[column]}:`))
    if (values.length === 0) return []
    return sql<boolean>`exists (
      select from search_values where value = any(${values}::text[]) and ${hasValue(audience, column)}
    )`
  })
  return looks.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(looks, sql` or `)})`
}

/** Materialized: with a plain `exists` the planner would scan the table in the hope of an early match. */
function isFound(audience: Audience, { query }: SoughtWords): RawBuilder<boolean> {
  return sql<boolean>`exists (
    with found as materialized (
      select from ${wordsTable(audience)} where words @@ ${query}::tsquery
    ) select from found
  )`
}

function isWitnessed(audience: Audience, { words }: SoughtWords): RawBuilder<boolean> {
  const [word = '', ...more] = words
  if (more.length > 0) return sql<boolean>`false`
  // A folded word contains no wildcards.
  const pattern = isBeginning(word) ? `${word}%` : word
  return sql<boolean>`exists (
    select from search_words known join ${wordsTable(audience)} on deal_id = witness
    where known.word like ${pattern} and is_public = ${audience === 'public'}
    and known.word = any(tsvector_to_array(words))
  )`
}

const MOST_ALIKE = 40

/** Words of names with a similar spelling, by the trigrams they share. */
async function findAlike(db: Database, audience: Audience, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from words_alike(${word}, ${audience === 'public'}, ${sql.lit(MOST_ALIKE)}) as word
  `.execute(db)
  return rows.map((row) => row.word)
}

/** A brand with a published deal that has this word in its name. */
async function findBrandOfWord(
  db: Database,
  audience: Audience,
  word: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from brands join search_values on value = 'b:' || brands.id
    where name_key like ${`%${word}%`} and ${word} = any(words_of_key(name_key))
    and exists (select from ${searchTable(audience)} where brand = no)
    order by name limit 1
  `.execute(db)
  return rows[0]?.name
}
