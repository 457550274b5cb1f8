import { sql } from 'kysely'
import { CHARGE_WAITED_DAYS } from '#app/admin/metrics/business.facts.ts'
import type { Span } from '#app/admin/metrics/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { dayOf, isWithin } from '#app/db/days.ts'
import { runs } from './recurring.queries.ts'

const LATE = sql.lit(`${CHARGE_WAITED_DAYS} days`)

/**
 * Each membership by its first payment, with the months paid and the months gone by. Fully refunded payments
 * do not count; given days postpone what is due.
 */
const lives = (now: Date) => sql`
  select life.*, extract(year from gone) * 12 + extract(month from gone) as gone_months from (
    select grouped.*,
      age(${now}::timestamptz - interval ${LATE} - make_interval(days => given.days), first_at) as gone
    from (
      select subscription_id, min(paid_at) as first_at, (array_agg(months order by paid_at))[1] >= 12
          as is_yearly,
        sum(covered_months) as paid_months, count(*) as payments,
        sum(amount_cents)::bigint as amount_cents, sum(refunded_cents)::bigint as refunded_cents,
        min(user_id) as user_id, min(plan) as plan
      from (${runs}) as runs where refunded_cents < amount_cents
      group by subscription_id
    ) as grouped
    left join lateral (
      select coalesce(sum(days), 0)::int as days from membership_acts
      where membership_acts.subscription_id = grouped.subscription_id
        and membership_acts.kind = 'days' and membership_acts.state = 'done'
        and membership_acts.from_at > grouped.first_at
    ) as given on true
  ) as life`

const UNIT = sql`case when is_yearly then 12 else 1 end`

const cohortsOf = (now: Date) => sql`
  select lives.*, greatest(0, floor(gone_months / ${UNIT}))::int as due,
    greatest(0, floor(paid_months / ${UNIT}) - 1)::int as renewed
  from (${lives(now)}) as lives`

export type CohortGroup = {
  month: string
  isYearly: boolean
  due: number
  renewed: number
  memberships: number
}

/** Counts memberships by the month of their first payment and by how many renewals are due and paid. */
export async function countCohorts(db: Database, now: Date, since: string): Promise<CohortGroup[]> {
  const { rows } = await sql<CohortGroup>`
    select date_trunc('month', ${dayOf('firstAt')})::date as month, is_yearly, due, renewed,
      count(*) as memberships
    from (${cohortsOf(now)}) as cohorts
    where ${isWithin('firstAt', { first: since })}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

type Narrowing = { now: Date; span: Partial<Span>; isYearly: boolean | undefined }

const cohortWhere = ({ now, span, isYearly }: Narrowing) => sql`
  from (${cohortsOf(now)}) as cohorts
  where ${isWithin('firstAt', span)}
    and ${isYearly === undefined ? sql`true` : sql`is_yearly = ${isYearly}`}`

export async function countCohort(db: Database, narrowing: Narrowing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${cohortWhere(narrowing)}`.execute(db)
  return rows[0]?.count ?? 0
}

type CohortRow = {
  subscriptionId: string
  email: string | null
  plan: string
  isYearly: boolean
  firstAt: Date
  payments: number
  amountCents: number
  refundedCents: number
  due: number
  renewed: number
  endedAt: Date | null
}

/** Returns the memberships of a cohort, the earliest first payment first. */
export async function findCohort(
  db: Database,
  { limit, offset = 0, ...narrowing }: Narrowing & { limit: number; offset?: number },
) {
  const { rows } = await sql<CohortRow>`
    select part.*, users.email, subscriptions.ended_at from (
      select * ${cohortWhere(narrowing)} order by first_at, subscription_id
      offset ${offset} limit ${limit}
    ) as part join subscriptions on subscriptions.id = part.subscription_id
      left join users on users.id = part.user_id
    order by part.first_at, part.subscription_id`.execute(db)
  return rows
}
