import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Of a search: so many that of five people hardly two share one. */
export const PEOPLE_BITS = 1024
/** Of one week: whoever types what comes to mind fills no table. */
const MOST_A_WEEK = 5000

/** Sets one bit of a search. */
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
 * Those of at least so many people, the most first. The more bits are set the more people share one, so the number is
 * reckoned from those that are not: within a few of a hundred.
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
