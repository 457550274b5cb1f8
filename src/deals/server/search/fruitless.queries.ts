import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** As many bits as a number that every part of us can hold has room for. */
export const PEOPLE_BITS = 52
/** Of one week: whoever types what comes to mind fills no table. */
const MOST_A_WEEK = 5000

/** Sets one bit of a search. */
export async function markFruitless(
  db: Database,
  { words, week, bit }: { words: string; week: string; bit: number },
): Promise<void> {
  await sql`
    insert into fruitless_searches (words, week, people)
    select ${words}::text, ${week}::date, 1::bigint << ${bit}::integer
    where (select count(*) from fruitless_searches where week = ${week}::date) < ${MOST_A_WEEK}
      or exists (select from fruitless_searches where week = ${week}::date and words = ${words})
    on conflict (words, week) do update set people = fruitless_searches.people | excluded.people`.execute(
    db,
  )
}

/** Those of at least so many people, the most first. */
export async function findFruitless(
  db: Database,
  { since, least, most }: { since: string; least: number; most: number },
): Promise<Array<{ words: string; people: number }>> {
  const { rows } = await sql<{ words: string; people: number }>`
    select words, bit_count(bit_or(people)::bit(64))::integer as people from fruitless_searches
    where week >= ${since}::date group by words
    having bit_count(bit_or(people)::bit(64)) >= ${least}
    order by people desc, words limit ${most}`.execute(db)
  return rows
}

export async function deleteFruitlessBefore(db: Database, week: string): Promise<void> {
  await db.deleteFrom('fruitlessSearches').where('week', '<', week).execute()
}
