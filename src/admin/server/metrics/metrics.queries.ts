import { sql } from 'kysely'
import type { ClickKind, FunnelStep, Span } from '#app/admin/metrics/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { dayOf, isWithin, startOfDay } from '#app/db/days.ts'

/** Counts clicks by business day, without those that do not count; days without any are left out. */
export async function countClicksByDay(db: Database, span: Span): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('clicks')
    .select([dayOf('clickedAt').as('day'), sql<number>`count(*)`.as('clicks')])
    .where('kind', '=', 'click')
    .where(isWithin('clickedAt', span))
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, clicks }) => [day, clicks]))
}

export async function countClicksByKind(db: Database, span: Span) {
  const rows = await db
    .selectFrom('clicks')
    .select(['kind', sql<number>`count(*)`.as('clicks')])
    .where(isWithin('clickedAt', span))
    .groupBy('kind')
    .execute()
  return new Map<ClickKind, number>(rows.map(({ kind, clicks }) => [kind, clicks]))
}

/** Counts existing accounts that have clicked. */
export async function countClickingPeople(db: Database, span: Span): Promise<number> {
  const people = db
    .selectFrom('clicks')
    .select('userId')
    .where('kind', '=', 'click')
    .where('userId', 'is not', null)
    .where(isWithin('clickedAt', span))
    .groupBy('userId')
    .as('people')
  const { count } = await db
    .selectFrom(people)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type RankedBy = 'deal' | 'brand' | 'retailer'
export type RankedRow = { by: RankedBy; id: string | null; clicks: number; count: number }
type Places = { offset: number; limit: number }

/**
 * Ranks deals, brands and retailers by clicks in one query, each from place `offset` on. `count` is the
 * number of all. Deals without a brand count for the brand null.
 */
export async function rankClicks(
  db: Database,
  span: Partial<Span>,
  { offset, limit }: Places,
): Promise<RankedRow[]> {
  const { rows } = await sql<RankedRow>`
    with counted as materialized (
      select deal_id, count(*) as clicks from clicks
      where kind = 'click' and ${isWithin('clicks.clickedAt', span)} group by deal_id
    ), grouped as (
      select grouping(deals.id, deals.brand_id) as level,
        deals.id, deals.brand_id, deals.retailer_id, sum(clicks)::bigint as clicks
      from counted join deals on deals.id = counted.deal_id
      group by grouping sets ((deals.id), (deals.brand_id), (deals.retailer_id))
    ), placed as (
      select case level when 1 then 'deal' when 2 then 'brand' else 'retailer' end as by,
        coalesce(id, brand_id, retailer_id) as id, clicks,
        row_number() over (
          partition by level order by clicks desc, coalesce(id, brand_id, retailer_id)
        ) as place,
        count(*) over (partition by level) as count
      from grouped
    )
    select by, id, clicks, count from placed
    where place > ${offset} and place <= ${offset + limit} order by by, place`.execute(db)
  return rows
}

/** Maps ids of brands or retailers to their names. */
export async function findNames(
  db: Database,
  table: 'brands' | 'retailers',
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select([`${table}.id`, `${table}.name`])
    .where(`${table}.id`, 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns which of these deals are deleted. */
export async function findDeletedDeals(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the day on which the first deal of the feed was published. */
export async function findFirstPublishedDay(db: Database): Promise<string | undefined> {
  const first = await db
    .selectFrom('deals')
    .select('publishedDay')
    .where('isPublished', '=', true)
    .orderBy('publishedDay')
    .limit(1)
    .executeTakeFirst()
  return first?.publishedDay ?? undefined
}

type Published = { published: number; takenBack: number }

/** Counts deals by the business day of their publication; days without any are left out. */
export async function countPublishedByDay(
  db: Database,
  { first, last }: Span,
): Promise<Map<string, Published>> {
  const rows = await db
    .selectFrom('deals')
    .select([
      'publishedDay',
      sql<number>`count(*) filter (where is_published)`.as('published'),
      sql<number>`count(*) filter (where not is_published)`.as('takenBack'),
    ])
    .where('publishedDay', '>=', first)
    .where('publishedDay', '<=', last)
    .groupBy('publishedDay')
    .execute()
  return new Map(rows.map(({ publishedDay, ...counts }) => [String(publishedDay), counts]))
}

/** Anybody may report a click on a locked deal, so clicks on deals that do not exist are left out. */
const lockedClicks = (span: Partial<Span>) => sql`
  events join deals on deals.id = events.data->>'dealId'
  where events.type = 'locked-deal-click' and ${isWithin('events.happenedAt', span)}`

export async function countLockedClicks(db: Database, span: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${lockedClicks(span)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ranks locked deals by clicks; `count` is the number of all. */
export async function rankLockedDeals(
  db: Database,
  span: Partial<Span>,
  { offset, limit }: Places,
) {
  const { rows } = await sql<{ id: string; clicks: number; count: number }>`
    select deals.id, count(*) as clicks, count(*) over () as count
    from ${lockedClicks(span)}
    group by deals.id order by clicks desc, deals.id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

type Paying = Record<Exclude<FunnelStep, 'locked'> | 'onTrial', number>

/** The funnel: how many of the checkouts opened in this time have reached each step. */
export async function countCheckoutSteps(db: Database, span: Span): Promise<Paying> {
  const { rows } = await sql<Paying>`
    select count(*) as started,
      count(*) filter (where is_completed) as completed,
      count(*) filter (where is_claimed) as claimed,
      count(*) filter (where is_paid) as paid,
      count(*) filter (where is_completed and not is_paid and is_trialing) as on_trial
    from (${checkoutSteps(span)}) as steps`.execute(db)
  return rows[0] ?? { started: 0, completed: 0, claimed: 0, paid: 0, onTrial: 0 }
}

/** Each checkout with the steps it has reached; a step implies those before. */
export function checkoutSteps(span: Partial<Span>) {
  return sql`
    select each.id, each.created_at, each.is_completed, each.is_completed and each.is_claimed as is_claimed,
      each.is_completed and each.is_claimed and each.is_paid as is_paid, each.is_trialing
    from (
      select checkouts.id, checkouts.created_at,
        checkouts.status = 'complete' as is_completed,
        checkouts.claimed_at is not null as is_claimed,
        exists (
          select from payments where payments.subscription_id = checkouts.subscription_id
        ) as is_paid,
        coalesce(subscriptions.status = 'trialing', false) as is_trialing
      from checkouts left join subscriptions on subscriptions.id = checkouts.subscription_id
      where checkouts.session_id is not null and ${isWithin('checkouts.createdAt', span)}
    ) as each`
}

/**
 * Each user with the status of their decisive subscription: one that opens the feed, else the latest, as on
 * the account page. Duplicate subscriptions are left out.
 */
export const standings = sql`
  select users.id, users.email, users.created_at as joined_at,
    case when decisive.status is null then 'none'
      when decisive.status in ('active', 'trialing') and (
        decisive.cancel_at_period_end or decisive.cancel_at is not null) then 'ending'
      when decisive.status = 'trialing' and decisive.given_to = 'period' then 'active'
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

/** Trials that end between now and the end of the last day, with or without an account. */
export const endingTrials = (now: Date, lastDay: string) => sql`
  select subscriptions.id, user_id, plan, trial_ends_at as ends_at, ${dayOf('trialEndsAt')} as day,
    cancel_at_period_end or cancel_at is not null as is_leaving
  from subscriptions
  where status = 'trialing' and given_to is distinct from 'period'
    and duplicate_of is null and trial_ends_at >= ${now}
    and trial_ends_at < ${startOfDay(lastDay, 1)}`

export async function countEndingTrials(db: Database, now: Date, lastDay: string) {
  const { rows } = await sql<{ day: string; ending: number; leaving: number }>`
    select day, count(*) as ending, count(*) filter (where is_leaving) as leaving
    from (${endingTrials(now, lastDay)}) as trials group by day`.execute(db)
  return new Map(rows.map(({ day, ...counts }) => [day, counts]))
}

/** Counts paid checkouts without an account. */
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

export type MoneyCents = { payments: number; takenCents: number; refundedCents: number }

/**
 * Sums payments by the business day on which they arrived; days without any are left out. Refunds count on
 * the day of the payment, since their own date is not stored.
 */
export async function sumPaymentsByDay(db: Database, span: Span): Promise<Map<string, MoneyCents>> {
  const rows = await db
    .selectFrom('payments')
    .select([
      dayOf('paidAt').as('day'),
      sql<number>`count(*)`.as('payments'),
      sql<number>`sum(amount_cents)::bigint`.as('takenCents'),
      sql<number>`sum(refunded_cents)::bigint`.as('refundedCents'),
    ])
    .where('currency', '=', 'usd')
    .where(isWithin('paidAt', span))
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, ...money }) => [day, money]))
}

export async function countOtherCurrencies(db: Database, span: Span): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('count'))
    .where('currency', '!=', 'usd')
    .where(isWithin('paidAt', span))
    .executeTakeFirstOrThrow()
  return count
}
