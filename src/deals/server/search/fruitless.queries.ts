import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Bits of the sketch of a search: enough that five people hardly ever share one. */
export const PEOPLE_BITS = 1024
/** Rows per week, so that arbitrary input cannot fill the table. */
const MOST_A_WEEK = 5000

/** Sets one bit in the sketch of a search. */
export async function markFruitless(
  db: Database,
  { words, week, bit }: { words: string; week: string; bit: number },
): Promise<void> {
  await sql`
    insert into fruitless_searches (words, week, sketch)
    select ${words}::text, ${week}::date, set_bit(repeat('0', ${sql.lit(PEOPLE_BITS)})::bit(${sql.lit(PEOPLE_BITS)}), ${bit}::integer, 1)
    where (select count(*) from fruitless_searches where week = ${week}::date) < ${MOST_A_WEEK}
      or exists (select from fruitless_searches where week = ${week}::date and words = ${words})
    on conflict (words, week) do update set sketch = fruitless_searches.sketch | excluded.sketch`.execute(
    db,
  )
}

/**
 * Searches of at least `least` people, most people first. The more bits are set, the more people share one, so
 * the number is estimated from the bits that are not set (linear counting), to within a few percent.
 */
export async function findFruitless(
  db: Database,
  { since, least, most }: { since: string; least: number; most: number },
): Promise<Array<{ words: string; people: number }>> {
  const { rows } = await sql<{ words: string; people: number }>`
    select words, people from (
      select words, greatest(
        round(-bits * ln(1 - least(bit_count(bit_or(sketch)), bits - 1)::numeric / bits)),
        bit_count(bit_or(people)::bit(64))
      )::integer as people
      from fruitless_searches, (values (${PEOPLE_BITS}::integer)) as of (bits)
      where week >= ${since}::date group by words, bits
    ) as counted
    where people >= ${least}
    order by people desc, words limit ${most}`.execute(db)
  return rows
}

export async function deleteFruitlessBefore(db: Database, week: string): Promise<void> {
  await db.deleteFrom('fruitlessSearches').where('week', '<', week).execute()
}
