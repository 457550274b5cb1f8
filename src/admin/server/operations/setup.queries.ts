import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Returns the clock of the database. */
export async function readDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date(NaN)
}

/** Returns the jobs that failed for good within a day, as the queues count them. */
export async function findFailedJobs(
  db: Database,
): Promise<Array<{ queue: string; jobs: number }>> {
  const { rows } = await sql<{ queue: string; jobs: number }>`
    select name as queue, failed_count as jobs from pgboss.queue
    where failed_count > 0 order by failed_count desc, name limit 10
  `.execute(db)
  return rows
}
