import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'

/** WAL position written by the primary, as a number that only grows. */
export async function findWritten(db: Database): Promise<bigint> {
  const { rows } = await sql<{ bytes: string }>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as bytes`.execute(db)
  return BigInt(rows[0]?.bytes ?? 0)
}

/** WAL position replayed by a replica; undefined when it is not a replica any more. */
export async function findReplayed(db: Database): Promise<bigint | undefined> {
  const { rows } = await sql<{ bytes: string | null }>`
    select case when pg_is_in_recovery()
      then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as bytes`.execute(db)
  const bytes = rows[0]?.bytes
  return bytes == null ? undefined : BigInt(bytes)
}

/** Sets the statement timeout for this transaction. */
export async function limitStatements(trx: Trx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(trx)
}
