import { sql } from 'kysely'
import type { Span } from '#app/admin/metrics/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { dayOf, isWithin } from '#app/db/days.ts'

export type TripsBy = 'deal' | 'brand' | 'retailer' | 'day'

/** Trips and their outcomes; commission is what a network confirmed and did not reverse. */
export type TripFigures = {
  trips: number
  recorded: number
  confirmed: number
  returned: number
  rejected: number
  savedCents: number
  commissionCents: number
}

const FIGURES = sql`
  count(*)::integer as trips,
  (count(*) filter (where ledger_rows.state = 'recorded'))::integer as recorded,
  (count(*) filter (where ledger_rows.state = 'confirmed'))::integer as confirmed,
  (count(*) filter (where ledger_rows.state = 'returned'))::integer as returned,
  (count(*) filter (where ledger_rows.state = 'rejected'))::integer as rejected,
  coalesce(sum(saving_cents) filter (where ledger_rows.state = 'confirmed'), 0)::float8 as saved_cents,
  coalesce(sum(brought.cents), 0)::float8 as commission_cents`

const TRIPS = sql`
  from trips
  left join ledger_rows on ledger_rows.trip_number = trips.number
  left join lateral (
    select sum(orders.commission_cents) as cents from network_orders as orders
    where orders.trip_number = trips.number
  ) as brought on true`

export async function sumTrips(db: Database, span: Partial<Span>): Promise<TripFigures> {
  const { rows } = await sql<TripFigures>`
    select ${FIGURES} ${TRIPS} where ${isWithin('trips.made_at', span)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A sum without a row.')
  return row
}

const KEYS = {
  deal: sql`trips.deal_id`,
  brand: sql`trips.brand_id`,
  retailer: sql`trips.retailer_id`,
  day: dayOf('trips.made_at'),
}

/** Sums trips by this key, most trips first; days newest first. */
export async function sumTripsBy(db: Database, by: TripsBy, span: Partial<Span>, most: number) {
  const order = by === 'day' ? sql`1 desc` : sql`trips desc, 1`
  const { rows } = await sql<TripFigures & { key: string | null }>`
    select ${KEYS[by]} as key, ${FIGURES} ${TRIPS}
    where ${isWithin('trips.made_at', span)} group by 1 order by ${order} limit ${most}`.execute(db)
  return rows
}

type TripsNarrowed = Partial<Span> & {
  dealId?: string | undefined
  brandId?: string | undefined
  retailerId?: string | undefined
}

function tripsWhere({ dealId, brandId, retailerId, ...span }: TripsNarrowed) {
  const is = (column: string, value: string | undefined) =>
    value === undefined
      ? sql`true`
      : value === 'none'
        ? sql`${sql.ref(column)} is null`
        : sql`${sql.ref(column)} = ${value}`
  return sql`where ${isWithin('trips.made_at', span)} and ${is('trips.deal_id', dealId)}
    and ${is('trips.brand_id', brandId)} and ${is('trips.retailer_id', retailerId)}`
}

export async function countTrips(db: Database, query: TripsNarrowed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from trips ${tripsWhere(query)}`.execute(db)
  return rows[0]?.count ?? 0
}

type TripRow = {
  number: string
  madeAt: Date
  dealId: string
  retailerId: string | null
  state: string | null
  boughtOn: string | null
  paidCents: number | null
  savingCents: number | null
  commissionCents: number | null
}

/** Returns trips, newest first. */
export async function findTrips(
  db: Database,
  query: TripsNarrowed,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const { rows } = await sql<TripRow>`
    select trips.number, trips.made_at, trips.deal_id, trips.retailer_id, ledger_rows.state, bought_on,
      paid_cents, saving_cents, brought.cents::float8 as commission_cents
    ${TRIPS} ${tripsWhere(query)}
    order by trips.made_at desc, trips.number offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/**
 * Counts live deals with a conclusive check within a day and with none ever; `oldestHours` is the age of the
 * oldest.
 */
export async function sumChecks(db: Database, now: Date) {
  const { rows } = await sql<{
    deals: number
    checked: number
    never: number
    oldestHours: number | null
  }>`
    select count(*)::integer as deals,
      (count(*) filter (where certain_at >= ${now}::timestamptz - interval '24 hours'))::integer as checked,
      (count(*) filter (where certain_at is null))::integer as never,
      (extract(epoch from ${now}::timestamptz - min(certain_at)) / 3600)::float8 as oldest_hours
    from deals left join deal_checks on deal_checks.deal_id = deals.id
    where is_published and ended_at is null`.execute(db)
  return rows[0] ?? { deals: 0, checked: 0, never: 0, oldestHours: null }
}

/** Returns live deals by their last conclusive check, the oldest first. */
export async function findCheckAges(
  db: Database,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const { rows } = await sql<{
    dealId: string
    lookedAt: Date | null
    answer: string | null
    certainAt: Date | null
  }>`
    select deals.id as deal_id, looked_at, answer, certain_at
    from deals left join deal_checks on deal_checks.deal_id = deals.id
    where is_published and ended_at is null
    order by certain_at nulls first, deals.id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function sumReports(db: Database, span: Partial<Span>) {
  const { rows } = await sql<{ reported: number; answered: number; medianHours: number | null }>`
    select count(*)::integer as reported, count(answered_at)::integer as answered,
      (percentile_disc(0.5) within group (order by extract(epoch from answered_at - reported_at))
        filter (where answered_at is not null) / 3600)::float8 as median_hours
    from reports where ${isWithin('reported_at', span)}`.execute(db)
  return rows[0] ?? { reported: 0, answered: 0, medianHours: null }
}

/** Returns reports, newest first, without their words and authors. */
export async function findReportTimes(
  db: Database,
  span: Partial<Span>,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const { rows } = await sql<{
    id: number
    dealId: string
    kind: string
    reportedAt: Date
    answeredAt: Date | null
    outcome: string | null
  }>`
    select id, deal_id, kind, reported_at, answered_at, outcome from reports
    where ${isWithin('reported_at', span)}
    order by reported_at desc, id offset ${offset} limit ${limit}`.execute(db)
  return rows
}
