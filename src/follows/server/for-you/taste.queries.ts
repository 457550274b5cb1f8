import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { FollowKind } from '#app/follows/follows.facts.ts'

/** What choosing among deals rests on: nothing of it is shown. */
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

/** The deals of the feed since this day, the newest first. */
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

/** All that these people follow or leave out; of a brand also the one that has taken its place. */
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

/** The brands whose place these have taken. */
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

/** The brands of what these people have saved. */
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

/** Who follows any of these values, in the order of their ids, after the one that is named. */
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

/** Every search that anybody follows, once: none can be left out. */
export async function findFollowedSearches(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('value')
    .distinct()
    .where('kind', '=', 'search')
    .execute()
  return rows.map(({ value }) => value)
}
