import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { living, published } from '#app/deals/server/deal/life.queries.ts'

type Named = 'brands' | 'retailers'

/** Both tables have the columns used here. Typed as one of them, because Kysely cannot infer the union. */
function named(table: Named) {
  return `${table} as named` as 'brands as named'
}

/** Narrows a query of deals; all given conditions must hold. */
export type Among = {
  brandId?: string | undefined
  retailerId?: string | undefined
  categories?: readonly string[] | undefined
  day?: string | undefined
}

function among({ brandId, retailerId, categories, day }: Among) {
  return (eb: ExpressionBuilder<Pick<Tables, 'deals'>, 'deals'>) =>
    eb.and([
      ...(brandId === undefined ? [] : [eb('deals.brandId', '=', brandId)]),
      ...(retailerId === undefined ? [] : [eb('deals.retailerId', '=', retailerId)]),
      ...(categories === undefined ? [] : [eb('deals.category', 'in', categories)]),
      ...(day === undefined ? [] : [eb('deals.publishedDay', '=', day)]),
    ])
}

/** Brands or retailers with a living deal, by name; `most` keeps only those with the most deals. */
export async function countPlaces(
  db: Database,
  table: Named,
  { most, ...narrowed }: Among & { most?: number } = {},
) {
  const places = await db
    .selectFrom((from) =>
      from
        .selectFrom('deals')
        .select(table === 'brands' ? 'deals.brandId as id' : 'deals.retailerId as id')
        .select(sql<number>`count(*)`.as('deals'))
        .where(living)
        .where(among(narrowed))
        .groupBy(table === 'brands' ? 'deals.brandId' : 'deals.retailerId')
        .$if(most !== undefined, (query) =>
          query
            .orderBy(sql`count(*)`, 'desc')
            .orderBy('id')
            .limit(most ?? 0),
        )
        .as('counted'),
    )
    .innerJoin(named(table), 'named.id', 'counted.id')
    .select(['named.slug', 'named.name', 'counted.deals'])
    .orderBy('named.nameKey')
    .execute()
  return places
}

/** The number of living deals per category, and the day of the newest. */
export async function countCategories(db: Database, narrowed: Among = {}) {
  return db
    .selectFrom('deals')
    .select(['category', sql<number>`count(*)`.as('deals')])
    .select((eb) => eb.fn.max('publishedDay').as('newestDay'))
    .where(living)
    .where(among(narrowed))
    .where('category', 'is not', null)
    .groupBy('category')
    .execute()
}

/** A brand or retailer with a published deal, living or ended; without one it counts as missing. */
export async function findPlace(db: Database, table: Named, slug: string) {
  const column = table === 'brands' ? 'deals.brandId' : 'deals.retailerId'
  return db
    .selectFrom(named(table))
    .select(['named.id', 'named.slug', 'named.name'])
    .where('named.slug', '=', slug)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deals')
          .select('deals.id')
          .whereRef(column, '=', 'named.id')
          .where(published),
      ),
    )
    .executeTakeFirst()
}

/** The slug of the brand that has replaced this one, if any. */
export async function findSuccessor(db: Database, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('brands')
    .innerJoin('brands as next', 'next.id', 'brands.successorId')
    .select('next.slug')
    .where('brands.slug', '=', slug)
    .executeTakeFirst()
  return row?.slug
}

/** Whether any of these deals is published, living or ended. */
export async function isAnyPublished(db: Database, narrowed: Among): Promise<boolean> {
  const row = await db
    .selectFrom('deals')
    .select('id')
    .where(published)
    .where(among(narrowed))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Figures of the living deals among these: count, lowest price, largest saving, newest day. */
export async function findFigures(db: Database, narrowed: Among) {
  return db
    .selectFrom('deals')
    .select([
      sql<number>`count(*)`.as('deals'),
      sql<number | null>`min(sale_price_cents)`.as('lowestPriceCents'),
      sql<number | null>`max(was_cents - sale_price_cents)
        filter (where was_cents >= sale_price_cents)`.as('largestSavingCents'),
      sql<number | null>`max(off_per_mille)`.as('largestPerMille'),
    ])
    .select((eb) => eb.fn.max('publishedDay').as('newestDay'))
    .where(living)
    .where(among(narrowed))
    .executeTakeFirstOrThrow()
}

/** Counts the deals among these that are living, or as `which` says. */
export async function countDeals(db: Database, narrowed: Among, which = living): Promise<number> {
  const { count } = await db
    .selectFrom('deals')
    .select(sql<number>`count(*)`.as('count'))
    .where(which)
    .where(among(narrowed))
    .executeTakeFirstOrThrow()
  return count
}

/** The card picture of the newest living deal among these that has one. */
export async function findNewestPicture(db: Database, narrowed: Among) {
  return db
    .selectFrom('deals')
    .innerJoin('pictures', 'pictures.id', 'deals.cardPictureId')
    .select(['pictures.id', 'pictures.placeholder'])
    .where(living)
    .where(among(narrowed))
    .orderBy('publishedDay', 'desc')
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .limit(1)
    .executeTakeFirst()
}

/** The brand and category of a deal. */
export async function findPlaceOfDeal(db: Database, dealId: string) {
  return db
    .selectFrom('deals')
    .select(['brandId', 'category'])
    .where('id', '=', dealId)
    .where(published)
    .executeTakeFirst()
}

type Newest = Among & {
  butDeal?: string
  butBrand?: string | null
  which?: typeof living
  offset?: number
  limit: number
}

/** Ids of the deals among these, newest first; living ones unless `which` says otherwise. */
export async function findNewestIds(db: Database, narrowed: Newest): Promise<string[]> {
  const { butDeal, butBrand, which = living, offset = 0, limit } = narrowed
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where(which)
    .where(among(narrowed))
    .$if(butDeal !== undefined, (query) => query.where('id', '<>', butDeal ?? ''))
    .$if(Boolean(butBrand), (query) => query.where('brandId', '<>', butBrand ?? ''))
    .orderBy('publishedDay', 'desc')
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The brands with a living deal and the day of their newest, by slug. */
export async function findBrandsForSitemap(db: Database, limit: number) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('deals')
        .select('brandId')
        .select((eb) => eb.fn.max('publishedDay').as('changedDay'))
        .where(living)
        .where('brandId', 'is not', null)
        .groupBy('brandId')
        .as('counted'),
    )
    .innerJoin('brands', 'brands.id', 'counted.brandId')
    .select(['brands.slug', 'counted.changedDay'])
    .orderBy('brands.slug')
    .limit(limit)
    .execute()
}

/** The years with an edition, newest first. */
export async function findEditionYears(db: Database): Promise<string[]> {
  const { rows } = await sql<{ year: string }>`
    select distinct extract(year from published_day)::text as year from feed_days
    where published_through > coalesce((
      select published_through from feed_days earlier
      where earlier.published_day < feed_days.published_day
      order by earlier.published_day desc limit 1
    ), 0)
    order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}

/** The days of the editions before and after a day. */
export async function findNeighbours(db: Database, day: string) {
  const next = async (isLater: boolean) => {
    const { rows } = await sql<{ day: string }>`
      select published_day as day from feed_days
      where published_day ${isLater ? sql`>` : sql`<`} ${day}::date
        and published_through > coalesce((
          select published_through from feed_days earlier
          where earlier.published_day < feed_days.published_day
          order by earlier.published_day desc limit 1
        ), 0)
      order by published_day ${isLater ? sql`asc` : sql`desc`} limit 1`.execute(db)
    return rows[0]?.day
  }
  return { earlier: await next(false), later: await next(true) }
}
