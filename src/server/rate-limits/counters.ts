import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** A counter of `throttles`, full at `limit` until its window of `windowSeconds` is over. */
export type Tally = { key: string; limit: number; windowSeconds: number }

type Row = { key: string; points: number; expire: number }

/**
 * Adds one to each counter in a single statement, unless one of them or of `barriers` is full: then
 * nothing is added, and the answer is undefined. Of any number of calls at once, each is answered a
 * count of its own.
 */
export async function countTogether(
  db: Database,
  tallies: Tally[],
  barriers: Tally[] = [],
): Promise<Map<string, number> | undefined> {
  const now = Date.now()
  const all = [...tallies, ...barriers]
  // In the order of their keys, so that two calls never wait for each other.
  const { rows } = await sql<Row>`
    insert into throttles (key, points, expire)
    select each.key, 1, each.expire
    from unnest(
      ${tallies.map(({ key }) => key)}::text[],
      ${tallies.map(({ windowSeconds }) => now + windowSeconds * 1000)}::bigint[]
    ) as each (key, expire)
    where not exists (
      select 1 from throttles join unnest(
        ${all.map(({ key }) => key)}::text[],
        ${all.map(({ limit }) => limit)}::bigint[]
      ) as barrier (key, full_at) on barrier.key = throttles.key
      where throttles.points >= barrier.full_at and throttles.expire > ${now}
    )
    order by each.key
    on conflict (key) do update set
      points = case when throttles.expire > ${now} then throttles.points + 1 else 1 end,
      expire = case when throttles.expire > ${now} then throttles.expire else excluded.expire end
    returning key, points`.execute(db)
  return rows.length === 0 ? undefined : new Map(rows.map(({ key, points }) => [key, points]))
}

/**
 * Takes one back of each of `refunded` and starts each of `reset` afresh: a statement to execute, or
 * to be part of a larger one.
 */
export function takingBack({
  refunded,
  reset = [],
}: {
  refunded: string[]
  reset?: string[]
}): RawBuilder<unknown> {
  return sql`
    insert into throttles (key, points, expire)
    select each.key, 0, 0 from unnest(${[...refunded, ...reset]}::text[]) as each (key)
    order by each.key
    on conflict (key) do update set
      points = case
        when throttles.key = any(${reset}::text[]) then 0 else greatest(throttles.points - 1, 0)
      end,
      expire = case when throttles.key = any(${reset}::text[]) then 0 else throttles.expire end
    `
}

/** How long until none of them is full any more. */
export async function waitFor(db: Database, tallies: Tally[]): Promise<number> {
  const now = Date.now()
  const rows = await db
    .selectFrom('throttles')
    .select(['key', 'points', 'expire'])
    .where(
      'key',
      'in',
      tallies.map(({ key }) => key),
    )
    .where('expire', '>', now)
    .execute()
  const waits = rows.map(({ key, points, expire }) => {
    const tally = tallies.find((each) => each.key === key)
    return tally && points >= tally.limit ? (expire ?? now) - now : 0
  })
  return Math.max(1, Math.ceil(Math.max(0, ...waits) / 1000))
}
