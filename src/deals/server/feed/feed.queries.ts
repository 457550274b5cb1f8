import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { findDealRecords, selectDealRecords } from '#app/deals/server/deal/deal.queries.ts'
import { listed, living, published } from '#app/deals/server/deal/life.queries.ts'
import { BUSINESS_ZONE } from '#app/shared/dates.ts'

type ListSize = { deals: number; ended: number }

/** The number of listed deals, and how many of them have ended. */
export async function sizeOfFeed(db: Database): Promise<ListSize> {
  const newest = await db
    .selectFrom('feedDays')
    .select(['dealsThrough', 'livingThrough'])
    .orderBy('publishedDay', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { dealsThrough = 0, livingThrough = 0 } = newest ?? {}
  return { deals: dealsThrough, ended: dealsThrough - livingThrough }
}

/**
 * The publication day of the deal at position `offset` from the newest, and how many of that day's deals
 * precede it. An index keeps this fast however long the feed is.
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

/** Listed deals, newest first and, within the same moment, in the order of the sheet. */
export async function findFeed(
  db: Database,
  { offset, limit, total }: { offset: number; limit: number; total: number },
) {
  const place = offset < total ? await findFeedPlace(db, { offset, total }) : undefined
  if (!place) return []
  return selectDealRecords(db)
    .where(listed)
    .where('publishedDay', '<=', place.day)
    .orderBy('publishedDay', 'desc')
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .offset(place.skip)
    .limit(limit)
    .execute()
}

/** The listed deals of one day, in feed order. */
export async function findDay(
  db: Database,
  { day, offset, limit }: { day: string; offset: number; limit: number },
) {
  return selectDealRecords(db)
    .where(listed)
    .where('publishedDay', '=', day)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

/**
 * Days with deals, newest first: how many each has and how many of them have ended. Reads only the table of
 * days, so the number of deals does not matter. `of` selects what the feed lists, or whole editions including
 * deals that ended on earlier days.
 */
export async function findEditionSizes(
  db: Database,
  { from, to, limit, of = 'feed' }: EditionRange & { of?: 'feed' | 'editions' },
) {
  const through = sql.ref(of === 'feed' ? 'deals_through' : 'published_through')

  return (
    db
      .selectFrom((each) =>
        each
          .selectFrom('feedDays')
          .leftJoinLateral(
            (earlier) =>
              earlier
                .selectFrom('feedDays as earlier')
                .select(sql<number>`${through}`.as('through'))
                .select('livingThrough')
                .whereRef('earlier.publishedDay', '<', 'feedDays.publishedDay')
                .orderBy('earlier.publishedDay', 'desc')
                .limit(1)
                .as('before'),
            (join) => join.onTrue(),
          )
          .select('publishedDay as day')
          .select([
            sql<number>`feed_days.${through} - coalesce(before.through, 0)`.as('deals'),
            sql<number>`feed_days.living_through - coalesce(before.living_through, 0)`.as('living'),
          ])
          .$if(from !== undefined, (query) => query.where('publishedDay', '>=', from ?? ''))
          .$if(to !== undefined, (query) => query.where('publishedDay', '<=', to ?? ''))
          .as('editions'),
      )
      .select(['day', 'deals', sql<number>`deals - living`.as('ended')])
      // A day that lost its last deal keeps its row.
      .where('deals', '>', 0)
      .orderBy('day', 'desc')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      .execute()
  )
}

type EditionRange = { from?: string; to?: string; limit?: number }

/** Living deals of the front page (when `carousel` is undefined) or of one carousel, newest first. */
export async function findFeatured(
  db: Database,
  { carousel, limit }: { carousel: number | undefined; limit: number },
) {
  return selectDealRecords(db)
    .where(living)
    .$if(carousel === undefined, (query) => query.where('showInSplash', '=', true))
    .$if(carousel !== undefined, (query) => query.where('carouselAssignment', '=', carousel ?? 0))
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .limit(limit)
    .execute()
}

/** Unpublished deals are for the back office only, so they count as missing. */
export async function findPublishedDeal(db: Database, dealId: string) {
  const [row] = await findDealRecords(db, [dealId])
  return row?.isPublished ? row : undefined
}

/** Counts over all living deals. */
export async function findCatalogueCounts(db: Database) {
  return db
    .selectFrom('deals')
    .where(living)
    .select((eb) => [
      eb.fn.count<number>('retailerId').distinct().as('retailers'),
      eb.fn.count<number>('brandId').distinct().as('brands'),
      // Only reductions that we have proven count.
      eb.fn.min('offPerMille').filterWhere('isPriceProven', '=', true).as('lowestPerMille'),
      eb.fn.max('offPerMille').filterWhere('isPriceProven', '=', true).as('highestPerMille'),
      eb.fn
        .countAll<number>()
        .filterWhere((each) =>
          each.or([each('offPerMille', 'is', null), each('isPriceProven', '=', false)]),
        )
        .as('withoutDiscount'),
      eb.fn.countAll<number>().as('deals'),
    ])
    .executeTakeFirstOrThrow()
}

/** The reduction that at least a tenth of this many living deals reach; null when fewer are proven. */
export async function findReachedByTenth(db: Database, deals: number): Promise<number | null> {
  const row = await db
    .selectFrom('deals')
    .select('offPerMille')
    .where(living)
    .where('isPriceProven', '=', true)
    .where('offPerMille', 'is not', null)
    .orderBy('offPerMille', 'desc')
    .offset(Math.max(0, Math.ceil(deals / 10) - 1))
    .limit(1)
    .executeTakeFirst()
  return row?.offPerMille ?? null
}

/** The newest days before `today`, newest first, each with the running total of living deals. */
export async function findFeedDays(db: Database, today: string) {
  return db
    .selectFrom('feedDays')
    .select(['publishedDay', 'livingThrough as dealsThrough'])
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
          .where(living),
      ),
    )
    .execute()
  return rows.map(({ name }) => name)
}

/** The deals that search engines should know: all published ones, unless they ended before `endedSince`. */
function forSearchEngines(endedSince: Date) {
  return (eb: ExpressionBuilder<Pick<Tables, 'deals'>, 'deals'>) =>
    eb.and([published(eb), eb.or([eb('endedAt', 'is', null), eb('endedAt', '>=', endedSince)])])
}

export async function countSitemapEntries(db: Database, endedSince: Date): Promise<number> {
  const { count } = await db
    .selectFrom('deals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(forSearchEngines(endedSince))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Published deals, oldest first, so that new ones are appended. `changedDay` is the latest business day on
 * which a deal was published, repriced or ended.
 */
export async function findSitemapEntries(
  db: Database,
  { offset, limit, endedSince }: { offset: number; limit: number; endedSince: Date },
) {
  const zone = sql.lit(BUSINESS_ZONE)
  const lastPriceDay = sql<string>`(
    select (max(observed_at) at time zone ${zone})::date
    from price_observations where deal_id = entries.id
  )`
  const endedDay = sql<string>`(ended_at at time zone ${zone})::date`
  return (
    db
      // Paged in a subquery, so that prices are looked up for one page only.
      .selectFrom((from) =>
        from
          .selectFrom('deals')
          .select(['id', 'publishedDay', 'endedAt'])
          .where(forSearchEngines(endedSince))
          .orderBy('publishedDay')
          .orderBy('publishedAt')
          .orderBy('feedPosition', 'desc')
          .orderBy('id', 'desc')
          .offset(offset)
          .limit(limit)
          .as('entries'),
      )
      .select('id')
      .select(sql<string>`greatest(published_day, ${lastPriceDay}, ${endedDay})`.as('changedDay'))
      .execute()
  )
}
