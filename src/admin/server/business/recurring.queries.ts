import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { offer, PLANS } from '#app/shared/offer.ts'

const YEARLY = PLANS.filter((plan) => offer.plans[plan].interval === 'year')
/** An average month, in seconds. */
const MONTH_S = sql.lit(2_629_746)

/**
 * Each payment of a membership as a run: the time for which it carries the membership, and its monthly amount
 * after refunds. A run ends with the next payment or the membership; given days prolong it, and it lasts a
 * day longer while the next charge may be under way.
 */
export const runs = sql`
  select paid.invoice_id, paid.subscription_id, paid.user_id, paid.plan, paid.paid_at, paid.period_to,
    paid.amount_cents, paid.refunded_cents, paid.months, paid.is_leaving,
    round(greatest(0, paid.cents - paid.refunded_cents)::numeric / paid.months)::int as monthly_cents,
    case when paid.next_at < paid.period_to - interval '2 days'
      then round(extract(epoch from paid.next_at - paid.paid_at) / ${MONTH_S})::int
      else paid.months end as covered_months,
    least(paid.next_at, paid.ended_at,
      greatest(paid.period_to, given.until_at)
        + case when paid.is_live then interval '1 day' else interval '0' end) as runs_until
  from (
    select timed.*,
      greatest(1, round(extract(epoch from period_to - period_from) / ${MONTH_S}))::int as months
    from (
      select payments.invoice_id, payments.subscription_id, payments.user_id, payments.paid_at,
        payments.amount_cents, payments.refunded_cents,
        coalesce(payments.period_cents, payments.amount_cents) as cents,
        coalesce(payments.period_from, payments.paid_at) as period_from,
        coalesce(payments.period_to, payments.paid_at + case
          when subscriptions.plan in (${sql.join(YEARLY)}) then interval '1 year'
          else interval '1 month' end) as period_to,
        lead(payments.paid_at) over (
          partition by payments.subscription_id order by payments.paid_at, payments.invoice_id
        ) as next_at,
        subscriptions.plan, subscriptions.ended_at,
        subscriptions.status in ('active', 'trialing') as is_live,
        subscriptions.cancel_at_period_end or subscriptions.cancel_at is not null as is_leaving
      from payments join subscriptions on subscriptions.id = payments.subscription_id
      where payments.currency = 'usd' and subscriptions.duplicate_of is null
    ) as timed
  ) as paid
  left join (
    select act.subscription_id, act.from_at, act.until_at from membership_acts as act
    where act.kind = 'days' and act.state = 'done' and not exists (
      select from membership_acts as later where later.subscription_id = act.subscription_id
        and later.kind = 'days' and later.state = 'done' and later.from_at = act.until_at)
  ) as given on given.subscription_id = paid.subscription_id
    and given.from_at >= paid.period_to - interval '1 minute'
    and given.from_at <= coalesce(paid.next_at, 'infinity')`

export type RunGroup = {
  /** How many of the moments lie before its beginning, and before its end. */
  before: number
  until: number
  isYearly: boolean
  isLeaving: boolean
  memberships: number
  cents: number
}

/** Counts runs by which of these ordered moments they span; without runs that bring in nothing. */
export async function countRuns(db: Database, moments: Date[]): Promise<RunGroup[]> {
  const all = sql`array[${sql.join(moments)}]::timestamptz[]`
  const { rows } = await sql<RunGroup>`
    select width_bucket(paid_at, ${all}) as before, width_bucket(runs_until, ${all}) as until,
      months >= 12 as is_yearly, is_leaving, count(*) as memberships,
      sum(monthly_cents)::bigint as cents
    from (${runs}) as runs
    where monthly_cents > 0 and runs_until > ${moments[0]}
    group by 1, 2, 3, 4`.execute(db)
  return rows.filter(({ before, until }) => before < until)
}

/** Counts memberships that bring in nothing now, by reason. */
export async function countNotCounted(db: Database) {
  const { rows } = await sql<{ trials: number; failed: number; paused: number }>`
    select count(*) filter (where status = 'trialing' and given_to is distinct from 'period') as trials,
      count(*) filter (where status in ('past_due', 'unpaid')) as failed,
      count(*) filter (where status = 'paused') as paused
    from subscriptions
    where status in ('trialing', 'past_due', 'unpaid', 'paused') and duplicate_of is null`.execute(
    db,
  )
  return rows[0] ?? { trials: 0, failed: 0, paused: 0 }
}

type Page = { limit: number; offset?: number }

const runningAt = (moment: Date): RawBuilder<unknown> => sql`
  from (${runs}) as runs
  where monthly_cents > 0 and paid_at <= ${moment} and runs_until > ${moment}`

export async function countRunning(db: Database, moment: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${runningAt(moment)}`.execute(db)
  return rows[0]?.count ?? 0
}

type Running = {
  invoiceId: string
  email: string | null
  plan: string
  paidAt: Date
  periodTo: Date
  amountCents: number
  refundedCents: number
  monthlyCents: number
}

/** Returns the payments that memberships ran on at a moment, newest first. */
export async function findRunning(db: Database, moment: Date, { limit, offset = 0 }: Page) {
  const { rows } = await sql<Running>`
    select part.*, users.email from (
      select invoice_id, user_id, plan, paid_at, period_to, amount_cents, refunded_cents, monthly_cents
      ${runningAt(moment)} order by paid_at desc, invoice_id offset ${offset} limit ${limit}
    ) as part left join users on users.id = part.user_id
    order by part.paid_at desc, part.invoice_id`.execute(db)
  return rows
}
