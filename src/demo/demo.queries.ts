import { type NotNull, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The users with these addresses whose subscription id starts with the prefix. */
export async function findSubscribers(
  db: Database,
  { emails, subscriptionPrefix }: { emails: string[]; subscriptionPrefix: string },
) {
  return db
    .selectFrom('users')
    .innerJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .select(['email', 'subscriptions.id as subscriptionId'])
    .where('email', 'in', emails)
    .where('subscriptions.id', 'like', `${subscriptionPrefix}%`)
    .execute()
}

/** Whether any deal has a start or has ended. */
export async function isAnyTimed(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('deals')
    .select('id')
    .where((eb) => eb.or([eb('startsAt', 'is not', null), eb('endedAt', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findNewestDeals(db: Database, { limit }: { limit: number }) {
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('isPublished', '=', true)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether any price has been checked. */
export async function isAnyLookedAt(db: Database): Promise<boolean> {
  const row = await db.selectFrom('certainLooks').select('dealId').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The newest deals, in the order of the feed. */
export async function findPricesOf(db: Database, { limit }: { limit: number }) {
  return db
    .selectFrom('deals')
    .select(['id', 'buyUrl as address', 'originalPriceCents', 'salePriceCents'])
    .where('isPublished', '=', true)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .limit(limit)
    .execute()
}

/** The names of brands that have a deal. */
export async function findDemoBrands(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('brands')
    .select('name')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('deals').select('deals.id').whereRef('deals.brandId', '=', 'brands.id')),
    )
    .orderBy('nameKey')
    .execute()
  return rows.map(({ name }) => name)
}

/** The slugs of the brands with the most published deals, the most first. */
export async function findBusyBrands(db: Database, { limit }: { limit: number }) {
  const rows = await db
    .selectFrom('deals')
    .innerJoin('brands', 'brands.id', 'deals.brandId')
    .select('slug')
    .where('isPublished', '=', true)
    .groupBy(['brands.id', 'slug'])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Running deals with a price, newest first. */
export async function findTellable(db: Database, { limit }: { limit: number }) {
  return db
    .selectFrom('deals')
    .select(['id', 'salePriceCents'])
    .where('isPublished', '=', true)
    .where('salePriceCents', 'is not', null)
    .where('endedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .limit(limit)
    .execute()
}

/**
 * The newest running deals published by then that are much cheaper than before and whose price nobody has
 * checked.
 */
export async function findKeepable(
  db: Database,
  { before, limit }: { before: Date; limit: number },
) {
  return db
    .selectFrom('deals')
    .leftJoin('certainLooks', 'certainLooks.dealId', 'deals.id')
    .select('deals.id')
    .select(['salePriceCents as priceCents', 'originalPriceCents as wasCents'])
    .$narrowType<{ priceCents: NotNull; wasCents: NotNull }>()
    .where('certainLooks.dealId', 'is', null)
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .where('publishedAt', '<', before)
    .where('salePriceCents', '>=', 5000)
    .where(sql<boolean>`original_price_cents >= sale_price_cents * 1.25`)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .limit(limit)
    .execute()
}

/** The last deal with a price that ended before today, at least two hours after it was published. */
export async function findEndedLately(db: Database) {
  return db
    .selectFrom('deals')
    .select(['id', 'salePriceCents as priceCents', 'publishedAt', 'endedAt', 'endedReason'])
    .$narrowType<{ priceCents: NotNull; publishedAt: NotNull }>()
    .where('isPublished', '=', true)
    .where('salePriceCents', 'is not', null)
    .where(sql<boolean>`ended_at > published_at + interval '2 hours'`)
    .where('endedReason', 'in', ['sold-out', 'gone', 'price-up'])
    .where('hasLeftFeed', '=', true)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findPublishedBetween(
  db: Database,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('isPublished', '=', true)
    .where('publishedAt', '>', from)
    .where('publishedAt', '<=', to)
    .execute()
  return rows.map(({ id }) => id)
}

/** Running deals with sizes and a price, newest first. */
export async function findSized(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
) {
  return db
    .selectFrom('deals')
    .select(['id', 'sizes', 'salePriceCents'])
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .where('endsAt', 'is', null)
    .where('salePriceCents', 'is not', null)
    .where((eb) => eb(eb.fn<number>('cardinality', ['sizes']), '>', 1))
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** The newest deals with a picture and a price, as models for similar pieces. */
export async function findSamplePieces(db: Database, { limit }: { limit: number }) {
  return db
    .selectFrom('deals')
    .innerJoin('brands', 'brands.id', 'deals.brandId')
    .select(['brands.name as brandName', 'productName', 'buyUrl', 'department', 'category'])
    .select(['colour', 'originalPriceCents', 'salePriceCents'])
    .select('cardPictureId as pictureId')
    .where('isPublished', '=', true)
    .where('cardPictureId', 'is not', null)
    .where('salePriceCents', 'is not', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .offset(150)
    .limit(limit)
    .execute()
}
