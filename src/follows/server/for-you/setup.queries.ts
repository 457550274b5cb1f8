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

/** Inserts or replaces a person's setup. */
export async function upsertSetup(trx: Trx, { userId, now, ...wish }: NewSetup): Promise<void> {
  const set = { ...wish, ceilings: JSON.stringify(wish.ceilings), setUpAt: now }
  await trx
    .insertInto('forYouSetups')
    .values({ userId, offeredAt: now, ...set })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(set))
    .execute()
}

/** Records the first time that the setup was offered. */
export async function markOffered(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('forYouSetups')
    .values({ userId, offeredAt: now, ceilings: '{}' })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
}

/** Returns public brands whose folded name contains the text; those that start with it come first. */
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

/** Returns the brands with the most live deals since a day. */
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
