import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'

/** Throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

/**
 * Seconds by which our clock is ahead of the database's; negative when behind. Accurate to half the round-trip
 * time.
 */
export async function measureClock(db: Database, now: () => Date): Promise<number> {
  const askedAt = now().getTime()
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at
  `.execute(db)
  const answeredAt = now().getTime()
  return ((askedAt + answeredAt) / 2 - (rows[0]?.at ?? Number.NaN)) / 1000
}

/** Notifies listeners of the channel in every process, once the transaction has committed. */
export async function notify(trx: Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx)
}

/** Sends many notifications in one statement. */
export async function notifyAll(db: Database, channel: string, payloads: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(
    db,
  )
}

/** Only for the embedded database, which has no autovacuum. */
export async function vacuum(db: Database): Promise<void> {
  await sql`vacuum analyze`.execute(db)
}

/** The server's version, and which durability settings are off. */
export async function readSafety(db: Database): Promise<{ version: string; off: string[] }> {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit']
  const { rows } = await sql<{ version: string; values: string[] }>`
    select current_setting('server_version') as version,
      array(select current_setting(name) from unnest(${names}::text[]) as name) as values
  `.execute(db)
  const { version = '', values = [] } = rows[0] ?? {}
  return { version, off: names.filter((_, index) => values[index] === 'off') }
}
