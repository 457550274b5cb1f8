import type { Database } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

/** Exports retailers only by our id, because their names are for members. */
export async function exportFollowsOf(db: Database, userId: string) {
  return db
    .selectFrom('follows')
    .leftJoin('brands', 'brands.id', 'follows.brandId')
    .select(['follows.id', 'kind', 'value', 'brands.name as brand', 'isHidden', 'isForMembers'])
    .select('follows.createdAt')
    .where('userId', '=', userId)
    .orderBy('follows.createdAt')
    .execute()
}

export async function countFollowsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('follows')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function exportSetupsOf(db: Database, userId: string) {
  return db
    .selectFrom('forYouSetups')
    .select(['departments', 'sizeKeys', 'ceilings', 'offeredAt', 'setUpAt'])
    .where('userId', '=', userId)
    .execute()
}

export async function countSetupsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('forYouSetups')
    .select(selectDataCount('offeredAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function exportDeclinedOf(db: Database, userId: string) {
  return db
    .selectFrom('declinedDeals')
    .innerJoin('deals', 'deals.id', 'declinedDeals.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['declinedDeals.dealId', 'brands.name as brand', 'declinedAt'])
    .where('userId', '=', userId)
    .orderBy('declinedAt')
    .execute()
}

export async function countDeclinedOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('declinedDeals')
    .select(selectDataCount('declinedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
