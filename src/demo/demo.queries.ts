import type { Database } from '#app/db/database.ts'

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Those of them with a subscription whose id begins like this. */
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

/** Whether a deal has a start, an end, or has ended. */
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

/** Whether somebody has looked at a price. */
export async function isAnyLookedAt(db: Database): Promise<boolean> {
  const row = await db.selectFrom('certainLooks').select('dealId').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The newest, in the order of the feed. */
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

/** The slugs of the brands with the most deals, the most first. */
/** The names of brands that have a deal out. */
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

/** Deals with a price, newest first, those that have ended among them. */
export async function findTellable(db: Database, { limit }: { limit: number }) {
  const select = db
    .selectFrom('deals')
    .select(['id', 'salePriceCents', 'endedReason'])
    .where('isPublished', '=', true)
    .where('salePriceCents', 'is not', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
  const living = await select.where('endedAt', 'is', null).limit(limit).execute()
  const ended = await select.where('endedAt', 'is not', null).limit(1).execute()
  return [...living, ...ended]
}

/** Living deals with sizes and a price, newest first. */
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

/** Of the newest with a picture and a price: what something like them is made of. */
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
