import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#app/db/database.ts'

/** Waits until `count` transactions of this database wait for a lock; PostgreSQL only. */
export async function untilWaiting(db: Database, count: number): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows[0]?.waiting
  }
  await expect.poll(countWaiting, { interval: 5 }).toBe(count)
}

/**
 * Runs `ask` while another transaction holds an uncommitted change: `ask` has read the old rows, and
 * continues once the change is committed.
 */
export async function askMeanwhile<T>(
  db: Database,
  change: (trx: Database) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const trx = await db.startTransaction().execute()
  await change(trx)
  const asked = ask()
  // A query that takes no lock returns at once.
  await Promise.race([untilWaiting(db, 1), asked])
  await trx.commit().execute()
  return asked
}
