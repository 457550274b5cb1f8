import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { keepPlan } from '#app/db/planned.ts'
import type { Tables } from '#app/db/tables.ts'
import type { NoughtReason } from '#app/savings/savings.facts.ts'

export type EntryRow = Pick<Tables['trips'], 'wasCents' | 'nowCents'> & {
  number: string | null
  at: Date
  dealId: string
  brandName: string
  isPublished: boolean | null
  basis: Tables['trips']['basis']
  isProven: boolean
  travels: boolean
  rowId: string | null
  state: Tables['ledgerRows']['state']
  boughtOn: string
  paidCents: number | null
  savingCents: number
  noughtWhy: NoughtReason | null
  waitsFor: 'price' | 'return' | null
  reason: string | null
  said: string | null
  saidPaidCents: number | null
  decided: string | null
  changes: Array<{ at: string; by: string; what: string; paidCents: number | null }>
}

/** Of a row of the ledger, which may be missing beside a trip, and of its deal. */
const WHAT_BECAME = sql`
  coalesce(brands.name, '') as brand_name, deals.is_published, own.id as row_id, own.state, own.bought_on,
  own.paid_cents, own.saving_cents, own.nought_why, own.waits_for, own.reason, own.said,
  own.said_paid_cents, own.decided,
  coalesce((
    select json_agg(json_build_object(
      'at', happened_at, 'by', made_by, 'what', what, 'paidCents', after -> 'paidCents'
    ) order by ledger_changes.id)
    from ledger_changes where ledger_changes.row_id = own.id
  ), '[]') as changes`

/**
 * Somebody's trips, and what they bought without one, newest first. Two statements at once, each cut to what
 * the page may need of it before anything is put beside it: one that unites them takes longer to plan than to carry out.
 */
export async function findEntries(
  db: Database,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<EntryRow[]> {
  const reach = offset + limit
  const [trips, others] = await Promise.all([
    findTrips(db, userId, { offset, reach }),
    findWithoutTrip(db, userId, reach),
  ])
  const left = Math.min(offset, others.length)
  return [...trips, ...others].sort(byNewest).slice(left, left + limit)
}

/** Each list has its own order for what happened at the same moment. */
function byNewest(a: EntryRow, b: EntryRow): number {
  return b.at.getTime() - a.at.getTime()
}

/** Without as many as are before the page wherever those without a trip stand among them. */
async function findTrips(
  db: Database,
  userId: string,
  { offset, reach }: { offset: number; reach: number },
): Promise<EntryRow[]> {
  const before = sql`greatest(0, ${offset}::integer - (
    select count(*) from ledger_rows where user_id = ${userId} and trip_number is null
  ))`
  const query = sql<EntryRow>`
    select trips.number, trips.made_at as at, trips.was_cents, trips.now_cents, trips.basis,
      trips.is_proven, trips.travels, trips.deal_id, ${WHAT_BECAME}
    from (
        select * from trips where user_id = ${userId} order by made_at desc, number
        ${offset === 0 ? sql`limit ${reach}` : sql`limit ${reach} - ${before} offset ${before}`}
      ) as trips
      left join ledger_rows as own on own.trip_number = trips.number
      left join deals on deals.id = trips.deal_id
      left join brands on brands.id = coalesce(trips.brand_id, deals.brand_id)
    order by trips.made_at desc, trips.number
  `.compile(db)
  const { rows } = await db.executeQuery(keepPlan(query))
  return rows
}

async function findWithoutTrip(db: Database, userId: string, limit: number): Promise<EntryRow[]> {
  const query = sql<EntryRow>`
    select null as number, own.said_at as at, null::integer as was_cents, null::integer as now_cents,
      'unknown' as basis, false as is_proven, false as travels, own.deal_id,
      ${WHAT_BECAME}
    from (
        select * from ledger_rows where user_id = ${userId} and trip_number is null
        order by said_at desc, id limit ${limit}
      ) as own
      left join deals on deals.id = own.deal_id
      left join brands on brands.id = deals.brand_id
    order by own.said_at desc, own.id
  `.compile(db)
  const { rows } = await db.executeQuery(keepPlan(query))
  return rows
}

/**
 * How many there are, how many of them nobody has answered, and when their owner first paid for a membership: from
 * then on its years are counted.
 */
export async function countEntries(db: Database, userId: string) {
  const query = sql<{ total: number; open: number; firstPaidAt: Date | null }>`
    select trips.count + own.without as total, trips.count - own.answered as open,
      (select min(payments.paid_at) from payments
          join subscriptions on subscriptions.id = payments.subscription_id
        where subscriptions.user_id = ${userId} and payments.amount_cents > 0) as first_paid_at
    from (select count(*) as count from trips where user_id = ${userId}) as trips,
      (select count(*) filter (where trip_number is null) as without,
          count(*) filter (where trip_number is not null and state <> 'open') as answered
        from ledger_rows where user_id = ${userId}) as own
  `.compile(db)
  const { rows } = await db.executeQuery(keepPlan(query))
  return rows[0] ?? { total: 0, open: 0, firstPaidAt: null }
}

/** By day and state: every total is made of these. */
export async function sumDays(db: Database, userId: string) {
  const sums = db
    .selectFrom('ledgerRows')
    .select(['boughtOn', 'state'])
    .select((eb) => [
      eb.fn.sum<number>('savingCents').as('savingCents'),
      eb.fn.countAll<number>().as('purchases'),
    ])
    .where('userId', '=', userId)
    .where('state', 'in', ['recorded', 'confirmed', 'returned', 'rejected'])
    .groupBy(['boughtOn', 'state'])
    .compile()
  return (await db.executeQuery(keepPlan(sums))).rows
}
