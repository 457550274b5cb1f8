import { sql } from 'kysely'
import type { RowsQuery, Span } from '#app/admin/metrics/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { isWithin } from '#app/db/days.ts'
import { checkoutSteps, endingTrials, standings } from './metrics.queries.ts'

/** A page of a list, by offset, or by a cursor where the list has one. */
export type RowRange = { limit: number; offset?: number; after?: number | undefined }
export type Narrowed = Omit<RowsQuery, 'page' | 'limit'>

export const spanOf = ({ from, to }: Pick<RowsQuery, 'from' | 'to'>): Partial<Span> => ({
  ...(from ? { first: from } : {}),
  ...(to ? { last: to } : {}),
})

/** Counts the rows of a `from ... where ...` fragment. */
async function countOf(db: Database, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

const REACHED = {
  started: sql`true`,
  completed: sql`is_completed`,
  claimed: sql`is_claimed`,
  paid: sql`is_paid`,
}
const checkoutsWhere = ({ step, ...query }: Narrowed) =>
  sql`from (${checkoutSteps(spanOf(query))}) as steps where ${REACHED[step]}`

export const countListedCheckouts = (db: Database, query: Narrowed) =>
  countOf(db, checkoutsWhere(query))

type CheckoutRow = {
  id: string
  createdAt: Date
  completedAt: Date | null
  plan: string
  status: string
  email: string | null
  account: string | null
  isCompleted: boolean
  isClaimed: boolean
  isPaid: boolean
  isTrialing: boolean
}

/** Returns checkouts, newest first. */
export async function findCheckouts(
  db: Database,
  query: Narrowed,
  { limit, offset = 0 }: RowRange,
) {
  const { rows } = await sql<CheckoutRow>`
    select part.*, checkouts.completed_at, checkouts.plan, checkouts.status, checkouts.email,
      users.email as account
    from (
      select * ${checkoutsWhere(query)}
      order by created_at desc, id offset ${offset} limit ${limit}
    ) as part join checkouts on checkouts.id = part.id
      left join users on users.id = checkouts.claimed_user_id
    order by part.created_at desc, part.id`.execute(db)
  return rows
}

function peopleWhere({ standing }: Narrowed) {
  const people = sql`from (${standings}) as people`
  if (standing === 'all') return people
  if (standing !== 'members') return sql`${people} where standing = ${standing}`
  return sql`${people} where standing in ('active', 'trialing', 'ending')`
}

export const countPeople = (db: Database, query: Narrowed) => countOf(db, peopleWhere(query))

type PersonRow = {
  id: string
  email: string
  joinedAt: Date
  standing: string
  plan: string | null
  until: Date | null
}

/** Returns accounts, the latest to join first. */
export async function findPeople(db: Database, query: Narrowed, { limit, offset = 0 }: RowRange) {
  const { rows } = await sql<PersonRow>`
    select id, email, joined_at, standing, plan, until ${peopleWhere(query)}
    order by joined_at desc, id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

type Ahead = { now: Date; lastDay: string }

function trialsWhere({ from, to }: Narrowed, { now, lastDay }: Ahead) {
  return sql`from (${endingTrials(now, lastDay)}) as trials
    where ${from === undefined ? sql`true` : sql`day >= ${from}`}
      and ${to === undefined ? sql`true` : sql`day <= ${to}`}`
}

export const countTrials = (db: Database, query: Narrowed, ahead: Ahead) =>
  countOf(db, trialsWhere(query, ahead))

type TrialRow = {
  id: string
  endsAt: Date
  plan: string
  isLeaving: boolean
  email: string | null
}

/** Returns trials, the first to end first. */
export async function findTrials(
  db: Database,
  query: Narrowed,
  { limit, offset = 0, ...ahead }: RowRange & Ahead,
) {
  const { rows } = await sql<TrialRow>`
    select part.*, users.email from (
      select * ${trialsWhere(query, ahead)} order by ends_at, id offset ${offset} limit ${limit}
    ) as part left join users on users.id = part.user_id
    order by part.ends_at, part.id`.execute(db)
  return rows
}

const paymentsWhere = (query: Narrowed) =>
  sql`from payments where currency = 'usd' and ${isWithin('payments.paidAt', spanOf(query))}`

export const countListedPayments = (db: Database, query: Narrowed) =>
  countOf(db, paymentsWhere(query))

type PaymentRow = {
  invoiceId: string
  number: string | null
  amountCents: number
  refundedCents: number
  paidAt: Date
  plan: string | null
  email: string | null
}

/** Returns payments, newest first. */
export async function findListedPayments(
  db: Database,
  query: Narrowed,
  { limit, offset = 0 }: RowRange,
) {
  const { rows } = await sql<PaymentRow>`
    select part.*, subscriptions.plan, users.email from (
      select invoice_id, number, amount_cents, refunded_cents, paid_at, user_id, subscription_id
      ${paymentsWhere(query)} order by paid_at desc, invoice_id offset ${offset} limit ${limit}
    ) as part left join users on users.id = part.user_id
      left join subscriptions on subscriptions.id = part.subscription_id
    order by part.paid_at desc, part.invoice_id`.execute(db)
  return rows
}

const unclaimed = sql`from checkouts where checkouts.status = 'complete' and claimed_at is null`

export const countUnclaimedRows = (db: Database) => countOf(db, unclaimed)

type UnclaimedRow = {
  id: string
  completedAt: Date | null
  email: string | null
  plan: string
  amountTotal: number | null
  status: string | null
}

/** Returns paid checkouts without an account, the longest waiting first. */
export async function findUnclaimed(db: Database, { limit, offset = 0 }: RowRange) {
  const { rows } = await sql<UnclaimedRow>`
    select part.*, subscriptions.status from (
      select id, completed_at, email, plan, amount_total, subscription_id
      ${unclaimed} order by completed_at, id offset ${offset} limit ${limit}
    ) as part left join subscriptions on subscriptions.id = part.subscription_id
    order by part.completed_at, part.id`.execute(db)
  return rows
}

function clicksWhere({ click, dealId, brandId, retailerId, ...query }: Narrowed) {
  const isOf = (column: 'brand_id' | 'retailer_id', id: string | null) =>
    sql`clicks.deal_id in (
      select id from deals where ${sql.ref(column)} is not distinct from ${id})`
  return sql`
    from clicks where ${isWithin('clicks.clickedAt', spanOf(query))}
      and ${click === 'all' ? sql`true` : sql`clicks.kind = ${click}`}
      and ${dealId === undefined ? sql`true` : sql`clicks.deal_id = ${dealId}`}
      and ${brandId === undefined ? sql`true` : isOf('brand_id', brandId === 'none' ? null : brandId)}
      and ${retailerId === undefined ? sql`true` : isOf('retailer_id', retailerId)}`
}

export const countClicks = (db: Database, query: Narrowed) => countOf(db, clicksWhere(query))

type ClickRow = {
  id: number
  dealId: string
  clickedAt: Date
  kind: string
  clickType: string
  email: string | null
}

/** Returns clicks, newest first. */
export async function findClicks(
  db: Database,
  query: Narrowed,
  slice: RowRange,
): Promise<ClickRow[]> {
  const { rows } = await sql<ClickRow>`
    select part.*, users.email from (
      select id, deal_id, clicked_at, kind, click_type, user_id ${clicksWhere(query)}
        and ${behind('clicks', 'clicked_at', slice.after)}
      order by clicked_at desc, id desc offset ${slice.offset ?? 0} limit ${slice.limit}
    ) as part left join users on users.id = part.user_id
    order by part.clicked_at desc, part.id desc`.execute(db)
  return rows
}

/** The condition for rows after this one, ordered by time and id, newest first. */
function behind(table: 'clicks' | 'events', column: string, id: number | undefined) {
  if (id === undefined) return sql`true`
  const [of, at] = [sql.ref(table), sql.ref(`${table}.${column}`)]
  return sql`${at} <= (select ${sql.ref(column)} from ${of} as same where same.id = ${id})
    and (${at}, ${sql.ref(`${table}.id`)}) <
      (select same.${sql.ref(column)}, same.id from ${of} as same where same.id = ${id})`
}

function lockedWhere({ dealId, ...query }: Narrowed) {
  return sql`
    from events where events.type = 'locked-deal-click'
      and ${isWithin('events.happenedAt', spanOf(query))}
      and exists (select from deals where deals.id = events.data->>'dealId')
      and ${dealId === undefined ? sql`true` : sql`events.data->>'dealId' = ${dealId}`}`
}

export const countLocked = (db: Database, query: Narrowed) => countOf(db, lockedWhere(query))

type LockedRow = { id: number; dealId: string; happenedAt: Date; email: string | null }

/** Returns clicks on locked deals, newest first. */
export async function findLocked(db: Database, query: Narrowed, slice: RowRange) {
  const { rows } = await sql<LockedRow>`
    select part.*, users.email from (
      select id, data->>'dealId' as deal_id, happened_at, user_id ${lockedWhere(query)}
        and ${behind('events', 'happened_at', slice.after)}
      order by happened_at desc, id desc offset ${slice.offset ?? 0} limit ${slice.limit}
    ) as part left join users on users.id = part.user_id
    order by part.happened_at desc, part.id desc`.execute(db)
  return rows
}

function publishedWhere({ state, from, to }: Narrowed) {
  return sql`
    from deals where published_day is not null
      and ${state === 'published' ? sql`is_published` : sql`not is_published`}
      and ${from === undefined ? sql`true` : sql`published_day >= ${from}`}
      and ${to === undefined ? sql`true` : sql`published_day <= ${to}`}`
}

export const countPublished = (db: Database, query: Narrowed) => countOf(db, publishedWhere(query))

type PublishedRow = { id: string; publishedAt: Date; isPublished: boolean; isDeleted: boolean }

/** Returns published deals, newest first; those published together in the order of the curator's sheet. */
export async function findPublished(
  db: Database,
  query: Narrowed,
  { limit, offset = 0 }: RowRange,
) {
  const { rows } = await sql<PublishedRow>`
    select id, published_at, is_published, deleted_at is not null as is_deleted
    ${publishedWhere(query)}
    order by published_day desc, published_at desc, feed_position, id
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}
