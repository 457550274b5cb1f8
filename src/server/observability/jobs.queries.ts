import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

type JobCount = {
  queue: string
  /** `waiting` jobs are due, `later` ones are not yet. */
  state: 'waiting' | 'later' | 'retry' | 'active' | 'failed'
  jobs: number
  /** Age of the oldest job, since it became due or was started. */
  ageSeconds: number
}

/** Unfinished jobs by queue and state; permanently failed ones are kept for a while. */
export async function countJobs(db: Database): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as queue, shown as state, count(*) as jobs,
      coalesce(extract(epoch from now() - min(since)), 0)::float8 as "ageSeconds"
    from (
      select name,
        case
          when state = 'created' and start_after <= now() then 'waiting'
          when state = 'created' then 'later'
          else state::text
        end as shown,
        case when state = 'active' then started_on when state = 'failed' then completed_on
          else start_after end as since
      from pgboss.job
      where state in ('created', 'retry', 'active', 'failed')
    ) as jobs
    group by name, shown
  `.execute(db)
  return rows.map((row) => ({ ...row, ageSeconds: Math.max(0, row.ageSeconds) }))
}
