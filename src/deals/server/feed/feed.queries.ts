import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { findDealRecords, selectDealRecords } from '#app/deals/server/deal/deal.queries.ts'
import { BUSINESS_ZONE } from '#app/shared/dates.ts'

export async function countFeed(db: Database): Promise<number> {
  const newest = await db
    .selectFrom('feedDays')
    .select('dealsThrough')
    .orderBy('publishedDay', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.dealsThrough ?? 0
}

/**
 * The day on which the deal `offset` places from the newest was published, and how many of that
 * day's deals come before it. An index answers this however long the feed is.
 */
async function findFeedPlace(db: Database, { offset, total }: { offset: number; total: number }) {
  const rankFromOldest = total - offset
  const place = await db
    .selectFrom('feedDays')
    .select(['publishedDay', 'dealsThrough'])
    .where('dealsThrough', '>=', rankFromOldest)
    .orderBy('dealsThrough')
    .orderBy('publishedDay')
    .limit(1)
    .executeTakeFirst()
  return place && { day: place.publishedDay, skip: place.dealsThrough - rankFromOldest }
}

/** Published deals, newest first; within one moment in the order of the curator's sheet. */
export async function findFeed(
  db: Database,
  { offset, limit, total }: { offset: number; limit: number; total: number },
) {
  const place = offset < total ? await findFeedPlace(db, { offset, total }) : undefined
  if (!place) return []
  return selectDealRecords(db)
    .where('isPublished', '=', true)
    .where('publishedDay', '<=', place.day)
    .orderBy('publishedDay', 'desc')
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .offset(place.skip)
    .limit(limit)
    .execute()
}

/** The published deals of one day, in the order of the feed. */
export async function findEdition(
  db: Database,
  { day, offset, limit }: { day: string; offset: number; limit: number },
) {
  return selectDealRecords(db)
    .where('isPublished', '=', true)
    .where('publishedDay', '=', day)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

/**
 * Days with deals and how many each has, newest first: from the table of days alone, however many
 * deals there are.
 */
export async function findEditionSizes(
  db: Database,
  { from, to, limit }: { from?: string; to?: string; limit?: number },
) {
  return (
    db
      .selectFrom((each) =>
        each
          .selectFrom('feedDays')
          .select('publishedDay as day')
          .select(
            sql<number>`deals_through - coalesce((
            select deals_through from feed_days earlier
            where earlier.published_day < feed_days.published_day
            order by earlier.published_day desc limit 1
          ), 0)`.as('deals'),
          )
          .$if(from !== undefined, (query) => query.where('publishedDay', '>=', from ?? ''))
          .$if(to !== undefined, (query) => query.where('publishedDay', '<=', to ?? ''))
          .as('editions'),
      )
      .select(['day', 'deals'])
      // A day that has lost its last deal keeps its row.
      .where('deals', '>', 0)
      .orderBy('day', 'desc')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      .execute()
  )
}

/** Deals of the front page (`carousel` undefined) or of one of the carousels, newest first. */
export async function findFeatured(
  db: Database,
  { carousel, limit }: { carousel: number | undefined; limit: number },
) {
  return selectDealRecords(db)
    .where('isPublished', '=', true)
    .$if(carousel === undefined, (query) => query.where('showInSplash', '=', true))
    .$if(carousel !== undefined, (query) => query.where('carouselAssignment', '=', carousel ?? 0))
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .limit(limit)
    .execute()
}

/** Unpublished deals are for the back office only: here they do not exist. */
export async function findPublishedDeal(db: Database, dealId: string) {
  const [row] = await findDealRecords(db, [dealId])
  return row?.isPublished ? row : undefined
}

/**
 * The day's free preview: the first published preview deals of `today`, or of the latest earlier
 * day that has any, in order of publication.
 */
export async function findFreeDealIds(
  db: Database,
  { today, limit }: { today: string; limit: number },
) {
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('isPublished', '=', true)
    .where('isPreview', '=', true)
    .where('publishedDay', '=', (eb) =>
      eb
        .selectFrom('deals')
        .select('publishedDay')
        .where('isPublished', '=', true)
        .where('isPreview', '=', true)
        .where('publishedDay', '<=', today)
        .orderBy('publishedDay', 'desc')
        .limit(1),
    )
    .orderBy('publishedAt')
    .orderBy('feedPosition')
    .orderBy('id')
    .limit(limit)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Counts over everything in the feed. */
export async function findCatalogueCounts(db: Database) {
  return db
    .selectFrom('deals')
    .where('isPublished', '=', true)
    .select((eb) => [
      eb.fn.count<number>('retailerId').distinct().as('retailers'),
      eb.fn.count<number>('brandId').distinct().as('brands'),
      eb.fn.min('discountPerMille').as('lowestPerMille'),
      eb.fn.max('discountPerMille').as('highestPerMille'),
      eb.fn.countAll<number>().filterWhere('discountPerMille', 'is', null).as('withoutDiscount'),
    ])
    .executeTakeFirstOrThrow()
}

/** The newest days of the feed before `today`, newest first, each with the deals up to its end. */
export async function findFeedDays(db: Database, today: string) {
  return db
    .selectFrom('feedDays')
    .select(['publishedDay', 'dealsThrough'])
    .where('publishedDay', '<', today)
    .orderBy('publishedDay', 'desc')
    .limit(8)
    .execute()
}

export async function findPublishedBrands(db: Database, names: readonly string[]) {
  const rows = await db
    .selectFrom('brands')
    .select('name')
    .where('name', 'in', names)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deals')
          .select('deals.id')
          .whereRef('deals.brandId', '=', 'brands.id')
          .where('isPublished', '=', true),
      ),
    )
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Published deals, oldest first, so that what is new comes last. `changedDay` is the latest business
 * day on which a deal was published or had another price.
 */
export async function findSitemapEntries(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
) {
  const lastPriceDay = sql<string>`(
    select (max(observed_at) at time zone ${sql.lit(BUSINESS_ZONE)})::date
    from price_observations where deal_id = entries.id
  )`
  return (
    db
      // Paged in a subquery, so that prices are looked up for this page only.
      .selectFrom((from) =>
        from
          .selectFrom('deals')
          .select(['id', 'publishedDay'])
          .where('isPublished', '=', true)
          .orderBy('publishedDay')
          .orderBy('publishedAt')
          .orderBy('feedPosition', 'desc')
          .orderBy('id', 'desc')
          .offset(offset)
          .limit(limit)
          .as('entries'),
      )
      .select('id')
      .select(sql<string>`greatest(published_day, ${lastPriceDay})`.as('changedDay'))
      .execute()
  )
}
