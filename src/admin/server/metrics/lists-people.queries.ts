import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { within } from './days.queries.ts'
import { checkoutSteps } from './joining.queries.ts'
import { countOf, type Narrowed, type Slice, spanOf } from './lists.queries.ts'
import { endingTrials, standings } from './members.queries.ts'

const REACHED = {
  started: sql`true`,
  completed: sql`is_completed`,
  claimed: sql`is_claimed`,
  paid: sql`is_paid`,
}
const checkoutsWhere = ({ step, ...query }: Narrowed) =>
  sql`from (${checkoutSteps(spanOf(query))}) as steps where ${REACHED[step]}`

export const countCheckouts = (db: Database, query: Narrowed) => countOf(db, checkoutsWhere(query))

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

/** The newest first. */
export async function findCheckouts(db: Database, query: Narrowed, { limit, offset = 0 }: Slice) {
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

/** Who joined last comes first. */
export async function findPeople(db: Database, query: Narrowed, { limit, offset = 0 }: Slice) {
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

/** The one that ends first comes first. */
export async function findTrials(
  db: Database,
  query: Narrowed,
  { limit, offset = 0, ...ahead }: Slice & Ahead,
) {
  const { rows } = await sql<TrialRow>`
    select part.*, users.email from (
      select * ${trialsWhere(query, ahead)} order by ends_at, id offset ${offset} limit ${limit}
    ) as part left join users on users.id = part.user_id
    order by part.ends_at, part.id`.execute(db)
  return rows
}

const paymentsWhere = (query: Narrowed) =>
  sql`from payments where currency = 'usd' and ${within('payments.paidAt', spanOf(query))}`

export const countPayments = (db: Database, query: Narrowed) => countOf(db, paymentsWhere(query))

type PaymentRow = {
  invoiceId: string
  number: string | null
  amountCents: number
  refundedCents: number
  paidAt: Date
  plan: string | null
  email: string | null
}

/** The newest first. */
export async function findPayments(db: Database, query: Narrowed, { limit, offset = 0 }: Slice) {
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

/** Who has waited longest comes first. */
export async function findUnclaimed(db: Database, { limit, offset = 0 }: Slice) {
  const { rows } = await sql<UnclaimedRow>`
    select part.*, subscriptions.status from (
      select id, completed_at, email, plan, amount_total, subscription_id
      ${unclaimed} order by completed_at, id offset ${offset} limit ${limit}
    ) as part left join subscriptions on subscriptions.id = part.subscription_id
    order by part.completed_at, part.id`.execute(db)
  return rows
}
