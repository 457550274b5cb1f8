import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { FollowKind } from '#app/follows/follows.facts.ts'

/** Selects the facts that choosing is based on; they are not shown. */
function selectFacts(db: Database) {
  return db
    .selectFrom('deals')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select([
      'deals.id',
      'brandId',
      'retailerId',
      'department',
      'category',
      'sizeKeys',
      'salePriceCents',
    ])
    .select(['publishedAt', 'publishedDay', 'feedPosition', 'endsAt', 'endedAt'])
    .select(sql<string>`coalesce(brands.name, '')`.as('brandName'))
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
}

/** Returns the feed's deals since a day, the newest first. */
export async function findFactsSince(
  db: Database,
  { from, limit }: { from: string; limit: number },
) {
  return selectFacts(db)
    .where('publishedDay', '>=', from)
    .orderBy('publishedDay', 'desc')
    .orderBy('publishedAt', 'desc')
    .limit(limit)
    .execute()
}

export async function findFactsOf(db: Database, dealIds: string[]) {
  return selectFacts(db).where('deals.id', 'in', dealIds).execute()
}

/** Returns all follows and hidden items of these people; a replaced brand is listed with its successor. */
export async function findFollowsOf(db: Database, userIds: string[]) {
  const follows = await db
    .selectFrom('follows')
    .leftJoin('brands', 'brands.id', 'follows.brandId')
    .select(['userId', 'kind', 'value', 'isHidden', 'isForMembers', 'successorId'])
    .where('userId', 'in', userIds)
    .execute()
  return follows.flatMap(({ successorId, ...follow }) =>
    successorId === null ? [follow] : [follow, { ...follow, value: successorId }],
  )
}

/** Returns the brands that these have replaced. */
export async function findBrandsBefore(db: Database, brandIds: string[]): Promise<string[]> {
  if (brandIds.length === 0) return []
  const rows = await db
    .selectFrom('brands')
    .select('id')
    .where('successorId', 'in', brandIds)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findSetupsOf(db: Database, userIds: string[]) {
  return db.selectFrom('forYouSetups').selectAll().where('userId', 'in', userIds).execute()
}

export async function findDeclinedOf(db: Database, userIds: string[]) {
  return db
    .selectFrom('declinedDeals')
    .select(['userId', 'dealId'])
    .where('userId', 'in', userIds)
    .execute()
}

/** Returns the brands of these people's saved deals. */
export async function findSavedBrandsOf(db: Database, userIds: string[]) {
  return db
    .selectFrom('savedDeals')
    .innerJoin('deals', 'deals.id', 'savedDeals.dealId')
    .select(['userId', 'brandId'])
    .distinct()
    .where('userId', 'in', userIds)
    .where('removedAt', 'is', null)
    .where('brandId', 'is not', null)
    .execute()
}

/** Returns ids of people who follow any of these values, in order, after the given one. */
export async function findFollowerIds(
  db: Database,
  { values, after, limit }: { values: Values; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('userId')
    .distinct()
    .where('isHidden', '=', false)
    .where('userId', '>', after)
    .where((eb) =>
      eb.or(
        Object.entries(values).map(([kind, some]) =>
          eb.and([
            eb('kind', '=', kind as FollowKind),
            eb('value', '=', sql<string>`any(${some}::text[])`),
          ]),
        ),
      ),
    )
    .orderBy('userId')
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

type Values = Partial<Record<FollowKind, string[]>>

/** Returns every followed search once; searches cannot be hidden. */
export async function findFollowedSearches(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('value')
    .distinct()
    .where('kind', '=', 'search')
    .execute()
  return rows.map(({ value }) => value)
}
