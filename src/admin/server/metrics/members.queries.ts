import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { dayOf } from './days.queries.ts'

/**
 * Everybody with the one subscription that says how they stand: one that opens the feed, else the
 * latest, as the account page has it. One that doubles another says nothing.
 */
export const standings = sql`
  select users.id, users.email, users.created_at as joined_at,
    case when decisive.status is null then 'none'
      when decisive.status in ('active', 'trialing') and (
        decisive.cancel_at_period_end or decisive.cancel_at is not null) then 'ending'
      else decisive.status end as standing,
    decisive.plan, decisive.created_at as subscribed_at,
    coalesce(decisive.cancel_at, decisive.ended_at, decisive.current_period_end) as until
  from users left join (
    select distinct on (user_id) * from subscriptions
    where user_id is not null and duplicate_of is null
    order by user_id, (status in ('active', 'trialing')) desc, updated_at desc, id
  ) as decisive on decisive.user_id = users.id`

export async function countStandings(db: Database) {
  const { rows } = await sql<{ standing: string; people: number }>`
    select standing, count(*) as people from (${standings}) as people
    group by standing`.execute(db)
  return rows
}

/** Trials that end from now on until the end of the last day, whoever's they are. */
export const endingTrials = (now: Date, lastDay: string) => sql`
  select subscriptions.id, user_id, plan, trial_ends_at as ends_at, ${dayOf('trialEndsAt')} as day,
    cancel_at_period_end or cancel_at is not null as is_leaving
  from subscriptions
  where status = 'trialing' and duplicate_of is null and trial_ends_at >= ${now}
    and trial_ends_at < (${lastDay}::date + 1)::timestamp at time zone 'America/Toronto'`

export async function countEndingTrials(db: Database, now: Date, lastDay: string) {
  const { rows } = await sql<{ day: string; ending: number; leaving: number }>`
    select day, count(*) as ending, count(*) filter (where is_leaving) as leaving
    from (${endingTrials(now, lastDay)}) as trials group by day`.execute(db)
  return new Map(rows.map(({ day, ...counts }) => [day, counts]))
}

/** Payments that are complete and that no account has been made for. */
export async function countUnclaimed(db: Database) {
  return db
    .selectFrom('checkouts')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(amount_total) filter (where currency = 'usd'), 0)::bigint`.as(
        'cents',
      ),
      sql<Date | null>`min(completed_at)`.as('oldestAt'),
    ])
    .where('status', '=', 'complete')
    .where('claimedAt', 'is', null)
    .executeTakeFirstOrThrow()
}
