import { sql } from 'kysely'
import type { ClickKind, Span } from '#app/admin/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { dayOf, within } from './days.queries.ts'

/** Clicks that count, by business day; days without any are left out. */
export async function countClicksByDay(db: Database, span: Span): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('clicks')
    .select([dayOf('clickedAt').as('day'), sql<number>`count(*)`.as('clicks')])
    .where('kind', '=', 'click')
    .where(within('clickedAt', span))
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, clicks }) => [day, clicks]))
}

export async function countClicksByKind(db: Database, span: Span) {
  const rows = await db
    .selectFrom('clicks')
    .select(['kind', sql<number>`count(*)`.as('clicks')])
    .where(within('clickedAt', span))
    .groupBy('kind')
    .execute()
  return new Map<ClickKind, number>(rows.map(({ kind, clicks }) => [kind, clicks]))
}

/** Accounts that are still there and have clicked. */
export async function countClickingPeople(db: Database, span: Span): Promise<number> {
  const people = db
    .selectFrom('clicks')
    .select('userId')
    .where('kind', '=', 'click')
    .where('userId', 'is not', null)
    .where(within('clickedAt', span))
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
type Slice = { offset: number; limit: number }

/**
 * Who was clicked most, by deal, brand and retailer at once: the places from `offset` on of each.
 * `count` says how many there are in all. A deal without a brand counts for the brand null.
 */
export async function rankClicks(
  db: Database,
  span: Partial<Span>,
  { offset, limit }: Slice,
): Promise<RankedRow[]> {
  const { rows } = await sql<RankedRow>`
    with counted as materialized (
      select deal_id, count(*) as clicks from clicks
      where kind = 'click' and ${within('clicks.clickedAt', span)} group by deal_id
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

/** Names of brands or retailers by their ids. */
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

/** Those of these deals that are deleted. */
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
