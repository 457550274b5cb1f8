import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Returns the savings that wait for a person, the oldest purchase first. */
export async function findWaiting(db: Database, limit: number) {
  const { rows } = await sql<{
    id: string
    tripNumber: string
    dealId: string
    brandName: string
    boughtOn: string
    wasCents: number | null
    nowCents: number | null
    paidCents: number | null
    savingCents: number
    orderCents: number
    backCents: number
    waitsFor: 'price' | 'return'
    total: number
  }>`
    select ledger_rows.id, trip_number, ledger_rows.deal_id, coalesce(brands.name, '') as brand_name,
      bought_on, was_cents, now_cents, paid_cents, saving_cents, waits_for,
      coalesce((
        select max(cents) from (
          select sum(value_cents)::float8 as cents from network_report_lines as lines
          where lines.trip_number = ledger_rows.trip_number and not is_undone and lines.state = 'confirmed'
          group by order_number
        ) as orders
      ), 0) as order_cents,
      coalesce((
        select sum(value_cents)::float8 from network_report_lines as lines
        where lines.trip_number = ledger_rows.trip_number and not is_undone and is_part
      ), 0) as back_cents,
      count(*) over ()::integer as total
    from ledger_rows join trips on trips.number = ledger_rows.trip_number
      left join brands on brands.id = trips.brand_id
    where waits_for is not null
    order by bought_on, ledger_rows.id limit ${limit}
  `.execute(db)
  return rows
}

export type RevenueOf = 'deal' | 'brand' | 'retailer'
const COLUMNS = { deal: 'deal_id', brand: 'brand_id', retailer: 'retailer_id' } as const

/**
 * Sums the revenue from purchases by trip and order, the highest first. A partial return reduces its order;
 * returned and rejected orders count as zero. Includes trips of deleted accounts.
 */
export async function sumRevenue(db: Database, of: RevenueOf, limit: number) {
  const { rows } = await sql<{
    id: string
    purchases: number
    valueCents: number
    commissionCents: number
  }>`
    select trips.${sql.raw(COLUMNS[of])} as id, count(*)::integer as purchases,
      sum(value_cents)::bigint as value_cents, sum(commission_cents)::bigint as commission_cents
    from network_orders as orders join trips on trips.number = orders.trip_number
    where trips.${sql.raw(COLUMNS[of])} is not null
    group by 1 order by 4 desc, 1 limit ${limit}
  `.execute(db)
  return rows
}

export async function findNamesOfBrands(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('brands').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function findNamesOfRetailers(
  db: Database,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('retailers')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
