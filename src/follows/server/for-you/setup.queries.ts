import type { Database, Trx } from '#app/db/database.ts'
import { escapeLike } from '#app/db/like.ts'

export async function findSetup(db: Database, userId: string) {
  return db
    .selectFrom('forYouSetups')
    .select(['departments', 'sizeKeys', 'ceilings', 'offeredAt', 'setUpAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

type NewSetup = {
  userId: string
  departments: string[]
  sizeKeys: string[]
  ceilings: Record<string, number>
  now: Date
}

/** Takes the place of the one before. */
export async function upsertSetup(trx: Trx, { userId, now, ...wish }: NewSetup): Promise<void> {
  const set = { ...wish, ceilings: JSON.stringify(wish.ceilings), setUpAt: now }
  await trx
    .insertInto('forYouSetups')
    .values({ userId, offeredAt: now, ...set })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(set))
    .execute()
}

/** Notes that it was offered, the first time. */
export async function markOffered(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('forYouSetups')
    .values({ userId, offeredAt: now, ceilings: '{}' })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
}

/** Brands that everybody may see and whose folded name has this in it; those that begin with it first. */
export async function findBrandsLike(
  db: Database,
  { folded, limit }: { folded: string; limit: number },
) {
  const pattern = escapeLike(folded)
  return db
    .selectFrom('brands')
    .select(['slug', 'name'])
    .where('nameKey', 'like', `%${pattern}%`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deals')
          .select('deals.id')
          .whereRef('deals.brandId', '=', 'brands.id')
          .where('isPublished', '=', true),
      ),
    )
    .orderBy((eb) => eb('nameKey', 'like', `${pattern}%`), 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
}

/** The brands with the most living deals since this day. */
export async function findMostSeenBrands(
  db: Database,
  { from, limit }: { from: string; limit: number },
) {
  return db
    .selectFrom('deals')
    .innerJoin('brands', 'brands.id', 'deals.brandId')
    .select(['slug', 'name'])
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .where('publishedDay', '>=', from)
    .groupBy(['brands.id', 'slug', 'name'])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
}
