import { CompiledQuery } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { keepPlan } from '#app/db/planned.ts'
import type { Tables } from '#app/db/tables.ts'
import type { NoughtReason } from '#app/savings/savings.facts.ts'
import type { DaySum } from './totals.rules.ts'

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

/** The query of a page as fixed text: building it each time would take longer than running it. */
const ENTRIES = `
with skipped as (
  -- Without as many trips as are before the page wherever those without a trip stand among them.
  select greatest(0, $2::integer - count(*)) as of_trips from ledger_rows where user_id = $1 and trip_number is null
), entries as (
  (
    select trips.number, trips.made_at as at, trips.was_cents, trips.now_cents, trips.basis, trips.is_proven,
      trips.travels, trips.deal_id, trips.brand_id, own.id as row_id, own.state, own.bought_on, own.paid_cents,
      own.saving_cents, own.nought_why, own.waits_for, own.reason, own.said, own.said_paid_cents, own.decided
    from (
        select * from trips where user_id = $1 order by made_at desc, number
        limit $2::integer + $3::integer - (select of_trips from skipped) offset (select of_trips from skipped)
      ) as trips
      left join ledger_rows as own on own.trip_number = trips.number
  )
  union all
  (
    select null, said_at, null, null, 'unknown', false, false, deal_id, null, id, state, bought_on, paid_cents,
      saving_cents, nought_why, waits_for, reason, said, said_paid_cents, decided
    from ledger_rows where user_id = $1 and trip_number is null
    order by said_at desc, id limit $2::integer + $3::integer
  )
  order by at desc, number, row_id limit $3::integer offset $2::integer - (select of_trips from skipped)
)
select entries.*, coalesce(brands.name, '') as brand_name, deals.is_published,
  coalesce((
    select json_agg(json_build_object(
      'at', happened_at, 'by', made_by, 'what', what, 'paidCents', after -> 'paidCents'
    ) order by ledger_changes.id)
    from ledger_changes where ledger_changes.row_id = entries.row_id
  ), '[]') as changes
from entries
  left join deals on deals.id = entries.deal_id
  left join brands on brands.id = coalesce(entries.brand_id, deals.brand_id)
order by at desc, number, row_id`

/**
 * Returns a person's trips and purchases without a trip, the newest first. At the same moment, trips come
 * first.
 */
export async function findEntries(
  db: Database,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<EntryRow[]> {
  const query = CompiledQuery.raw(ENTRIES, [userId, offset, limit])
  const { rows } = await db.executeQuery(keepPlan(query as CompiledQuery<EntryRow>))
  return rows
}

/** Sums by day and state, from indexes alone except for purchases without a trip. */
const SUMS = `
select
  (select count(*) from trips where user_id = $1) as trips,
  (select count(*) from ledger_rows where user_id = $1 and trip_number is null) as without_trip,
  (select min(payments.paid_at) from payments
      join subscriptions on subscriptions.id = payments.subscription_id
    where subscriptions.user_id = $1 and payments.amount_cents > 0) as first_paid_at,
  coalesce((
    select json_agg(day) from (
      select bought_on as "boughtOn", state, sum(saving_cents) as "savingCents", count(*) as purchases,
        count(*) filter (where saving_cents > 0) as saving
      from ledger_rows where user_id = $1 group by bought_on, state
    ) as day
  ), '[]') as days`

/**
 * Returns what the totals are computed from, and when the person first paid for a membership, from which the
 * membership years count.
 */
export async function sumEntries(db: Database, userId: string): Promise<EntrySums> {
  const query = CompiledQuery.raw(SUMS, [userId]) as CompiledQuery<EntrySums>
  const { rows } = await db.executeQuery(keepPlan(query))
  return rows[0] ?? { trips: 0, withoutTrip: 0, firstPaidAt: null, days: [] }
}

type EntrySums = {
  trips: number
  withoutTrip: number
  firstPaidAt: Date | null
  /** In all states, including what was not bought or is still open. */
  days: DaySum[]
}
