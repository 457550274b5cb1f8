import type { Database } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

type NewFeed = { userId: string; tokenHash: string; createdAt: Date }

/** Inserts or replaces a person's feed. */
export async function upsertFeed(db: Database, { userId, ...feed }: NewFeed): Promise<void> {
  await db
    .insertInto('savedFeeds')
    .values({ userId, ...feed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(feed))
    .execute()
}

export async function deleteFeed(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('savedFeeds').where('userId', '=', userId).execute()
}

export async function findFeedSince(db: Database, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('savedFeeds')
    .select('createdAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.createdAt
}

export async function findFeedOwner(db: Database, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('savedFeeds')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row?.userId
}

export async function findFeedsOf(db: Database, userId: string) {
  return db.selectFrom('savedFeeds').select('createdAt').where('userId', '=', userId).execute()
}

export async function countFeedsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('savedFeeds')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
