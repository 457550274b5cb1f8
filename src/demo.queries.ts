import type { Database } from '#app/db/database.ts'

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Somebody with a subscription whose id begins like this. */
export async function findSubscriberByEmail(
  db: Database,
  { email, subscriptionPrefix }: { email: string; subscriptionPrefix: string },
) {
  return db
    .selectFrom('users')
    .innerJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .select(['email', 'subscriptions.id as subscriptionId'])
    .where('email', '=', email)
    .where('subscriptions.id', 'like', `${subscriptionPrefix}%`)
    .executeTakeFirst()
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

/** The slugs of the brands with the most deals, the most first. */
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
