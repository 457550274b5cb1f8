import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'

/** Throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Tells whoever listens to the channel, in every process, once the transaction has committed. */
export async function notify(trx: Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx)
}

/** What a server's autovacuum does by itself. */
export async function vacuum(db: Database): Promise<void> {
  await sql`vacuum analyze`.execute(db)
}
