import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import type { ListSort, PictureLack } from '#app/deals/deal-list.facts.ts'
import type { LostFor } from '#app/deals/editing/picture-notes.facts.ts'
import type { LifeState } from '#app/deals/life.facts.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { isId } from '#app/shared/ids.ts'
import { foldName } from '#app/shared/names.ts'
import { selectDealRecords } from './deal.queries.ts'
import { living, published } from './life.queries.ts'
import { searchWords } from './managed-deals.rules.ts'

const ROWS_PER_STATEMENT = 50
/** Days offered by the filter. */
const MOST_DAYS = 120

/** All columns of a deal for the back office: pass rows to `serializeManagedDeal` only. */
export type ManagedDealRecord = Awaited<ReturnType<typeof findSome>>[number]

/** The likeness of a picture, and what is wrong with its files. */
type PictureFacts = { likeness: string | null; fault: LostFor | null }

/** The filters of the list. Brand and retailer are given by name. */
export type DealFilter = {
  q?: string
  day?: string | undefined
  brand?: string | undefined
  retailer?: string | undefined
  state?: 'all' | 'published' | 'unpublished' | LifeState
  preview?: boolean | undefined
  splash?: boolean | undefined
  carousel?: number | undefined
  importId?: string | undefined
  ids?: string[] | undefined
  /** Planned for no edition on or after this day. */
  unplannedFrom?: string
  picture?: PictureLack | undefined
  /** The sort order; filters nothing. */
  sort?: ListSort | undefined
}

/** Deals by id, including deleted ones. */
export async function findManagedDealRecords(
  db: Database,
  ids: string[],
): Promise<Map<string, ManagedDealRecord>> {
  const found = new Map<string, ManagedDealRecord>()
  for (const some of inChunks(ids, ROWS_PER_STATEMENT)) {
    for (const row of await findSome(db, some)) found.set(row.id, row)
  }
  return found
}

/** Throws 404 in two wordings: unknown, or deleted meanwhile. */
export async function getManagedDealRecord(db: Database, id: string): Promise<ManagedDealRecord> {
  const row = isId(id) ? (await findManagedDealRecords(db, [id])).get(id) : undefined
  if (!row) throw notFound('deal')
  if (row.deletedAt !== null) {
    throw new Problem(404, 'deal-deleted', 'This deal was deleted meanwhile.')
  }
  return row
}

function findSome(db: Database, ids: string[]) {
  return selectDealRecords(db)
    .select([
      'brandId',
      'retailerId',
      'buyUrlKey',
      'gtin',
      'styleNumber',
      'importId',
      'version',
      'createdDay',
      'publishedAt',
      'deletedAt',
      'wasPublished',
    ])
    .select([
      sql<number>`(
        select count(*) from clicks where deal_id = deals.id and kind = 'click'
      )`.as('clicks'),
      sql<Record<string, PictureFacts> | null>`(
        select json_object_agg(id, json_build_object('likeness', likeness, 'fault', fault))
        from pictures where id = card_picture_id
          or id in (select picture_id from deal_pictures where deal_id = deals.id)
      )`.as('pictureFacts'),
    ])
    .where('deals.id', 'in', ids)
    .execute()
}

/** The ids of a page, newest first and, within the same moment, in the order of the sheet; and the total number. */
export async function findManagedDealIds(
  db: Database,
  filter: DealFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const isSearch = searchWords(filter.q ?? '').length > 0
  const query = db
    .selectFrom('deals')
    .select('id')
    // A search scans every name, so it counts in the same query; without one, an index serves the page alone.
    .$if(isSearch, (deals) => deals.select(sql<number>`count(*) over ()`.as('total')))
    .where(matching(filter))
    .$call((deals) => sorted(deals, filter.sort))
    .orderBy('createdDay', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
  const rows = await query.execute()
  const ids = rows.map(({ id }) => id)
  if (isSearch && offset === 0 && rows.length === 0) return { ids, total: 0 }
  return { ids, total: rows[0]?.total ?? (await countManagedDeals(db, filter)) }
}

const ORDERS: Record<ListSort, RawBuilder<unknown>> = {
  published: sql`published_at desc nulls last`,
  brand: sql`(select name_key from brands where brands.id = brand_id) nulls last`,
  'price-low': sql`sale_price_cents nulls last`,
  'price-high': sql`sale_price_cents desc nulls last`,
  off: sql`off_per_mille desc nulls last`,
  ends: sql`ends_at nulls last`,
}

function sorted<O>(deals: SelectQueryBuilder<Tables, 'deals', O>, sort: ListSort | undefined) {
  return sort === undefined ? deals : deals.orderBy(ORDERS[sort])
}

/** Counts deals with a picture that does not load. Usually there is none, so it looks for one first. */
export async function countLost(db: Database): Promise<number> {
  const some = await db
    .selectFrom('pictures')
    .select('id')
    .where('fault', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return some ? countManagedDeals(db, { picture: 'lost' }) : 0
}

export async function countManagedDeals(db: Database, filter: DealFilter): Promise<number> {
  const { count } = await db
    .selectFrom('deals')
    .select(sql<number>`count(*)`.as('count'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return count
}

type OfDeals = ExpressionBuilder<Tables, 'deals'>

const STATES: Record<LifeState, (eb: OfDeals) => Expression<SqlBool>> = {
  draft: (eb) => eb.and({ isPublished: false, isScheduled: false }),
  scheduled: (eb) => eb.and({ isPublished: false, isScheduled: true }),
  live: living,
  ended: (eb) => eb.and([published(eb), eb('endedAt', 'is not', null)]),
}

export async function countByState(db: Database): Promise<Record<LifeState, number>> {
  const count = sql<number>`count(*)`
  return db
    .selectFrom('deals')
    .where('deletedAt', 'is', null)
    .select((eb) => [
      sql<number>`${count} filter (where ${STATES.draft(eb)})`.as('draft'),
      sql<number>`${count} filter (where ${STATES.scheduled(eb)})`.as('scheduled'),
      sql<number>`${count} filter (where ${STATES.live(eb)})`.as('live'),
      sql<number>`${count} filter (where ${STATES.ended(eb)})`.as('ended'),
    ])
    .executeTakeFirstOrThrow()
}

const LACKS: Record<PictureLack, RawBuilder<SqlBool>> = {
  none: sql`card_picture_id is null
    and not exists (select from deal_pictures where deal_id = deals.id)`,
  lost: sql`exists (
    select from pictures where fault is not null and (pictures.id = card_picture_id
      or exists (
        select from deal_pictures where deal_id = deals.id and picture_id = pictures.id
      ))
  )`,
  untold: sql`card_picture_id is not null and not exists (
    select from deal_picture_notes
    where deal_id = deals.id and picture_id = card_picture_id and alternative <> ''
  )`,
}

function matching(filter: DealFilter) {
  const { q = '', day, brand, retailer, state, preview, splash, carousel, importId, ids } = filter
  const { picture } = filter
  return (eb: ExpressionBuilder<Tables, 'deals'>) => {
    const conditions: Array<Expression<SqlBool>> = [eb('deletedAt', 'is', null)]
    if (day !== undefined) conditions.push(eb('createdDay', '=', day))
    if (brand !== undefined) conditions.push(eb('brandId', 'in', named(eb, 'brands', brand)))
    if (retailer !== undefined) {
      conditions.push(eb('retailerId', 'in', named(eb, 'retailers', retailer)))
    }
    if (state === 'published') conditions.push(eb('isPublished', '=', true))
    if (state === 'unpublished') conditions.push(eb('isPublished', '=', false))
    if (state && state in STATES) conditions.push(STATES[state as LifeState](eb))
    if (preview !== undefined) conditions.push(eb('isPreview', '=', preview))
    if (splash !== undefined) conditions.push(eb('showInSplash', '=', splash))
    if (carousel !== undefined) conditions.push(eb('carouselAssignment', '=', carousel))
    if (importId !== undefined) conditions.push(eb('importId', '=', importId))
    if (filter.unplannedFrom !== undefined) {
      const planned = eb
        .selectFrom('editionDeals')
        .select('dealId')
        .where('editionDeals.day', '>=', filter.unplannedFrom)
      conditions.push(eb('id', 'not in', planned))
    }
    if (picture !== undefined) conditions.push(LACKS[picture])
    if (ids) conditions.push(eb('id', '=', sql<string>`any(${ids}::text[])`))
    for (const { inName, inKey } of searchWords(q)) {
      const name = sql<SqlBool>`product_name ~ ${inName}`
      conditions.push(
        inKey === undefined
          ? eb.and([name])
          : eb.or([
              eb('brandId', 'in', keyed(eb, 'brands', inKey)),
              eb('retailerId', 'in', keyed(eb, 'retailers', inKey)),
              name,
            ]),
      )
    }
    return eb.and(conditions)
  }
}

function named(
  eb: ExpressionBuilder<Tables, 'deals'>,
  table: 'brands' | 'retailers',
  name: string,
) {
  return eb.selectFrom(table).select(`${table}.id`).where('nameKey', '=', foldName(name))
}

function keyed(eb: ExpressionBuilder<Tables, 'deals'>, table: 'brands' | 'retailers', key: string) {
  return eb.selectFrom(table).select(`${table}.id`).where('nameKey', 'like', key)
}

export async function countByBrand(db: Database) {
  const { rows } = await sql<{ name: string; deals: number }>`
    select brands.name, each.deals from brands join (
      select brand_id, count(*) as deals from deals
      where deleted_at is null and brand_id is not null group by brand_id
    ) as each on each.brand_id = brands.id order by brands.name_key`.execute(db)
  return rows
}

export async function countByRetailer(db: Database) {
  const { rows } = await sql<{ name: string; deals: number }>`
    select retailers.name, each.deals from retailers join (
      select retailer_id, count(*) as deals from deals where deleted_at is null group by retailer_id
    ) as each on each.retailer_id = retailers.id order by retailers.name_key`.execute(db)
  return rows
}

/** The newest days on which deals were entered, each with its number of deals. */
export async function countByDay(db: Database) {
  return db
    .selectFrom('deals')
    .select(['createdDay as name', sql<number>`count(*)`.as('deals')])
    .where('deletedAt', 'is', null)
    .groupBy('createdDay')
    .orderBy('createdDay', 'desc')
    .limit(MOST_DAYS)
    .execute()
}
