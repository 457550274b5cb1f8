import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#app/db/database.ts'

/** Waits until so many transactions of this database wait for a lock; PostgreSQL only. */
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
