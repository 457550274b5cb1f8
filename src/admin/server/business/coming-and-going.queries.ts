import { type RawBuilder, sql } from 'kysely'
import type { Span } from '#app/admin/metrics/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { dayOf, isWithin } from '#app/db/days.ts'

type Page = { limit: number; offset?: number }

async function countOf(db: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

const hasPaid = sql`exists (
  select from payments where payments.subscription_id = subscriptions.id and payments.amount_cents > 0)`

/** Checkouts that became a membership, with their outcome; without refused trials and duplicates. */
const joiners = (span: Partial<Span>) => sql`
  select checkouts.id, checkouts.completed_at, checkouts.is_trial, checkouts.plan,
    checkouts.claimed_user_id, checkouts.came_from,
    checkouts.user_id is not null as had_account,
    split_part(split_part(checkouts.return_to, '?', 1), '/', 2) as place,
    subscriptions.leaving_cause, subscriptions.ended_at,
    case when ${hasPaid} then 'paid'
      when subscriptions.status = 'trialing' then 'trialing'
      when subscriptions.status in ('past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired')
        or subscriptions.leaving_cause = 'payment_failed' then 'failed'
      else 'left' end as outcome
  from checkouts join subscriptions on subscriptions.id = checkouts.subscription_id
  where checkouts.status = 'complete' and subscriptions.duplicate_of is null
    and ${isWithin('checkouts.completedAt', span)}`

export type JoinOutcome = 'paid' | 'trialing' | 'left' | 'failed'

/** Counts trials by the week in which they began and by their outcome. */
export async function countTrialsByWeek(db: Database, span: Span) {
  const { rows } = await sql<{ week: string; outcome: JoinOutcome; count: number }>`
    select date_trunc('week', ${dayOf('completedAt')})::date as week, outcome, count(*) as count
    from (${joiners(span)}) as joiners where is_trial group by 1, 2`.execute(db)
  return rows
}

export type JoinedBy = 'site' | 'place'
const BY: Record<JoinedBy, RawBuilder<unknown>> = { site: sql`came_from`, place: sql`place` }

/** Counts joiners by where they came from, null if unknown; the most first. */
export async function countJoiners(db: Database, span: Span, by: JoinedBy) {
  const { rows } = await sql<{ name: string | null; joined: number; paid: number }>`
    select ${BY[by]} as name, count(*) as joined, count(*) filter (where outcome = 'paid') as paid
    from (${joiners(span)}) as joiners group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

export const countJoinersWithAccount = (db: Database, span: Span) =>
  countOf(db, sql`from (${joiners(span)}) as joiners where had_account`)

type JoinerWish = {
  span: Partial<Span>
  isTrial?: boolean | undefined
  outcome?: string | undefined
  /** Null selects those for whom it is unknown. */
  site?: string | null | undefined
  place?: string | null | undefined
}

function joinersWhere({ span, isTrial, outcome, site, place }: JoinerWish) {
  return sql`from (${joiners(span)}) as joiners where true
    ${isTrial === undefined ? sql`` : sql`and is_trial = ${isTrial}`}
    ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
    ${site === undefined ? sql`` : sql`and came_from is not distinct from ${site}`}
    ${place === undefined ? sql`` : sql`and place is not distinct from ${place}`}`
}

export const countListedJoiners = (db: Database, wish: JoinerWish) =>
  countOf(db, joinersWhere(wish))

type Joiner = {
  id: string
  completedAt: Date
  email: string | null
  plan: string
  isTrial: boolean
  hadAccount: boolean
  outcome: JoinOutcome
  cameFrom: string | null
  place: string | null
}

/** Returns joiners, newest first. */
export async function findJoiners(db: Database, wish: JoinerWish, page: Page) {
  return findWithEmail<Joiner>(db, joinersWhere(wish), {
    ...page,
    newestBy: sql`completed_at`,
    userId: sql`claimed_user_id`,
  })
}

/** Ended memberships, with the reason and what was paid for them; without those that never began. */
const leavers = (span: Partial<Span>) => sql`
  select ended.*,
    case when ended.reason = 'payment-failed' then 'failed'
      when coalesce(money.paid_cents, 0) = 0 then 'trial'
      when money.refunded_cents > 0 then 'back'
      else 'kept' end as money,
    money.paid_cents, money.refunded_cents
  from (
    select subscriptions.id, subscriptions.user_id, subscriptions.plan, subscriptions.ended_at,
      subscriptions.created_at,
      case when exists (
          select from membership_acts where membership_acts.subscription_id = subscriptions.id
            and membership_acts.kind in ('end-now', 'end-later') and membership_acts.state = 'done'
        ) then 'by-us'
        when subscriptions.leaving_cause = 'payment_failed' then 'payment-failed'
        when subscriptions.leaving_cause = 'payment_disputed' then 'disputed'
        else coalesce(subscriptions.leaving_why, 'not-said') end as reason
    from subscriptions
    where subscriptions.ended_at is not null and ${isWithin('subscriptions.endedAt', span)}
      and subscriptions.status = 'canceled' and subscriptions.duplicate_of is null
      and not exists (
        select from checkouts where checkouts.subscription_id = subscriptions.id
          and checkouts.status = 'trial-refused')
  ) as ended
  left join lateral (
    select sum(amount_cents)::bigint as paid_cents, sum(refunded_cents)::bigint as refunded_cents
    from payments where payments.subscription_id = ended.id
  ) as money on true`

export type LeavingMoney = 'trial' | 'kept' | 'back' | 'failed'

/** Counts leavers by month, reason and what was paid. */
export async function countLeavers(db: Database, span: Span) {
  const { rows } = await sql<{
    month: string
    reason: string
    money: LeavingMoney
    count: number
  }>`
    select date_trunc('month', ${dayOf('endedAt')})::date as month, reason, money, count(*) as count
    from (${leavers(span)}) as leavers group by 1, 2, 3`.execute(db)
  return rows
}

type LeaverWish = {
  span: Partial<Span>
  reason?: string | undefined
  /** Whether they left because a payment failed. */
  hasFailed?: boolean | undefined
}

function leaversWhere({ span, reason, hasFailed }: LeaverWish) {
  return sql`from (${leavers(span)}) as leavers where true
    ${reason === undefined ? sql`` : sql`and reason = ${reason}`}
    ${hasFailed === undefined ? sql`` : sql`and (money = 'failed') = ${hasFailed}`}`
}

export const countListedLeavers = (db: Database, wish: LeaverWish) =>
  countOf(db, leaversWhere(wish))

type Leaver = {
  id: string
  endedAt: Date
  createdAt: Date
  email: string | null
  plan: string
  reason: string
  money: LeavingMoney
  paidCents: number | null
  refundedCents: number | null
}

/** Returns leavers, the latest first. */
export async function findLeavers(db: Database, wish: LeaverWish, page: Page) {
  return findWithEmail<Leaver>(db, leaversWhere(wish), {
    ...page,
    newestBy: sql`ended_at`,
    userId: sql`user_id`,
  })
}

/** Looks up addresses only for the rows of the page. */
async function findWithEmail<Row>(
  db: Database,
  listed: RawBuilder<unknown>,
  {
    limit,
    offset = 0,
    newestBy,
    userId,
  }: Page & Record<'newestBy' | 'userId', RawBuilder<unknown>>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select part.*, users.email from (
      select * ${listed} order by ${newestBy} desc, id offset ${offset} limit ${limit}
    ) as part left join users on users.id = part.${userId}
    order by part.${newestBy} desc, part.id`.execute(db)
  return rows
}
