import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { HOUR_MS } from '#app/shared/dates.ts'

/** A fixed-window counter, full at `limit` until `windowSeconds` have passed. */
export type Counter = { key: string; limit: number; windowSeconds: number }

type Row = { key: string; points: number; expire: number }

/**
 * Adds one to each counter in a single statement, unless one of them or of `barriers` is full: then it adds nothing and
 * returns undefined. Concurrent calls each get a distinct count, which may exceed the limit.
 */
export async function incrementCounters(
  db: Database,
  counters: Counter[],
  { now, barriers = [] }: { now: Date; barriers?: Counter[] },
): Promise<Map<string, number> | undefined> {
  const nowMs = now.getTime()
  const all = [...counters, ...barriers]
  // Ordered by key, so that concurrent calls cannot deadlock.
  const { rows } = await sql<Row>`
    insert into throttles (key, points, expire)
    select each.key, 1, each.expire
    from unnest(
      ${counters.map(({ key }) => key)}::text[],
      ${counters.map(({ windowSeconds }) => nowMs + windowSeconds * 1000)}::bigint[]
    ) as each (key, expire)
    where not exists (
      select 1 from throttles join unnest(
        ${all.map(({ key }) => key)}::text[],
        ${all.map(({ limit }) => limit)}::bigint[]
      ) as barrier (key, full_at) on barrier.key = throttles.key
      where throttles.points >= barrier.full_at and throttles.expire > ${nowMs}
    )
    order by each.key
    on conflict (key) do update set
      points = case when throttles.expire > ${nowMs} then throttles.points + 1 else 1 end,
      expire = case when throttles.expire > ${nowMs} then throttles.expire else excluded.expire end
    returning key, points`.execute(db)
  return rows.length === 0 ? undefined : new Map(rows.map(({ key, points }) => [key, points]))
}

export type Addition = { key: string; times: number; limit: number; windowSeconds: number }

/** Adds several to each counter that has room for all of them; returns only those counters. */
export async function addToCounters(
  db: Database,
  additions: Addition[],
  now: Date,
): Promise<Row[]> {
  const nowMs = now.getTime()
  const keys = additions.map(({ key }) => key)
  const { rows } = await sql<Row>`
    insert into throttles (key, points, expire)
    select each.key, each.times, each.expire
    from unnest(
      ${keys}::text[],
      ${additions.map(({ times }) => times)}::int[],
      ${additions.map(({ windowSeconds }) => nowMs + windowSeconds * 1000)}::bigint[]
    ) as each (key, times, expire)
    order by each.key
    on conflict (key) do update set
      points = case when throttles.expire > ${nowMs} then throttles.points else 0 end + excluded.points,
      expire = case when throttles.expire > ${nowMs} then throttles.expire else excluded.expire end
    where throttles.expire <= ${nowMs} or throttles.points + excluded.points <= (
      select most from unnest(
        ${keys}::text[], ${additions.map(({ limit }) => limit)}::bigint[]
      ) as full_at (key, most) where full_at.key = throttles.key
    )
    returning key, points, expire`.execute(db)
  return rows
}

/** Adds to existing counters within their window, even past their limit. */
export async function addToKnownCounters(
  db: Database,
  additions: Array<Pick<Addition, 'key' | 'times'>>,
  now: Date,
): Promise<Row[]> {
  const keys = additions.map(({ key }) => key)
  const { rows } = await sql<Row>`
    with held as (
      select key from throttles
      where key = any(${keys}::text[]) and expire > ${now.getTime()}
      order by key for update
    )
    update throttles set points = points + each.times
    from held join unnest(
      ${keys}::text[], ${additions.map(({ times }) => times)}::int[]
    ) as each (key, times) on each.key = held.key
    where throttles.key = held.key
    returning throttles.key, points, expire`.execute(db)
  return rows
}

/**
 * Decrements each of `refunded` and resets each of `reset`; a statement to execute or to embed in a larger
 * one.
 */
export function refundCounters({
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

/** Seconds until none of them is full, at least 1; undefined when none is full now. */
export async function findWait(
  db: Database,
  counters: Counter[],
  now: Date,
): Promise<number | undefined> {
  const waits = [...(await findWaits(db, counters, now)).values()]
  return waits.length > 0 ? Math.max(...waits) : undefined
}

/** For each full counter, by key, the seconds until it is free. */
export async function findWaits(
  db: Database,
  counters: Counter[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('throttles')
    .select(['key', 'points', 'expire'])
    .where(
      'key',
      'in',
      counters.map(({ key }) => key),
    )
    .where('expire', '>', now.getTime())
    .execute()
  return new Map(
    rows.flatMap(({ key, points, expire }) => {
      const counter = counters.find((each) => each.key === key)
      const isFull = counter !== undefined && points >= counter.limit
      return isFull ? [[key, Math.max(1, Math.ceil(((expire ?? 0) - now.getTime()) / 1000))]] : []
    }),
  )
}

/** Deletes counters whose window ended long ago. */
export async function purgeOldCounters(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('expire', '<', now.getTime() - HOUR_MS)
    .execute()
}

/** Deletes counters with a person's id; those by address contain only a hash and expire. */
export async function deleteCountersOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('throttles').where(sql<boolean>`position(${userId} in key) > 0`).execute()
}
