import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
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

/**
 * Somebody's trips, and what they bought without one, newest first. Each half is cut to what the page
 * may need of it before anything is put beside it.
 */
export async function findEntries(
  db: Database,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<EntryRow[]> {
  const reach = offset + limit
  const { rows } = await sql<EntryRow>`
    with page as (
      select * from (
        (select number, made_at as at, deal_id, brand_id, was_cents, now_cents, basis, is_proven, travels,
          null::text as row_id
        from trips where user_id = ${userId} order by made_at desc, number limit ${reach})
        union all
        (select null, said_at, deal_id, null, null, null, 'unknown', false, false, id
        from ledger_rows where user_id = ${userId} and trip_number is null
        order by said_at desc, id limit ${reach})
      ) as entries order by at desc, number nulls last, row_id offset ${offset} limit ${limit}
    )
    select page.number, page.at, page.deal_id, coalesce(brands.name, '') as brand_name,
      deals.is_published, page.was_cents, page.now_cents, page.basis, page.is_proven, page.travels,
      ledger_rows.id as row_id, ledger_rows.state, ledger_rows.bought_on, ledger_rows.paid_cents,
      ledger_rows.saving_cents, ledger_rows.nought_why, ledger_rows.waits_for, ledger_rows.reason,
      ledger_rows.said, ledger_rows.said_paid_cents, ledger_rows.decided,
      coalesce((
        select json_agg(json_build_object(
          'at', happened_at, 'by', made_by, 'what', what, 'paidCents', after -> 'paidCents'
        ) order by ledger_changes.id)
        from ledger_changes where ledger_changes.row_id = ledger_rows.id
      ), '[]') as changes
    from page
      left join ledger_rows on ledger_rows.id = coalesce(
        page.row_id, (select id from ledger_rows as own where own.trip_number = page.number)
      )
      left join deals on deals.id = page.deal_id
      left join brands on brands.id = coalesce(page.brand_id, deals.brand_id)
    order by page.at desc, page.number nulls last, page.row_id
  `.execute(db)
  return rows
}

/** How many there are, and how many of them nobody has answered. */
export async function countEntries(db: Database, userId: string) {
  const { rows } = await sql<{ total: number; open: number }>`
    select trips.count + without.count as total, trips.count - answered.count as open
    from (select count(*) as count from trips where user_id = ${userId}) as trips,
      (select count(*) as count from ledger_rows
        where user_id = ${userId} and trip_number is null) as without,
      (select count(*) as count from ledger_rows
        where user_id = ${userId} and trip_number is not null and state <> 'open') as answered
  `.execute(db)
  return rows[0] ?? { total: 0, open: 0 }
}

/** By day and state: every total is made of these. */
export async function sumDays(db: Database, userId: string) {
  return db
    .selectFrom('ledgerRows')
    .select(['boughtOn', 'state'])
    .select((eb) => [
      eb.fn.sum<number>('savingCents').as('savingCents'),
      eb.fn.countAll<number>().as('purchases'),
    ])
    .where('userId', '=', userId)
    .where('state', 'in', ['recorded', 'confirmed', 'returned', 'rejected'])
    .groupBy(['boughtOn', 'state'])
    .execute()
}
export type DaySum = Awaited<ReturnType<typeof sumDays>>[number]

/** When somebody first paid for a membership; from then on its years are counted. */
export async function findFirstPayment(db: Database, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscriptionId')
    .select((eb) => eb.fn.min<Date | null>('payments.paidAt').as('paidAt'))
    .where('subscriptions.userId', '=', userId)
    .where('payments.amountCents', '>', 0)
    .executeTakeFirst()
  return row?.paidAt ?? undefined
}
