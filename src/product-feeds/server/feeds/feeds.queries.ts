import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import type { FeedField } from '#app/product-feeds/feed-columns.facts.ts'
import type { FeedRules } from '#app/product-feeds/product-feeds.facts.ts'

type FeedMapping = Partial<Record<FeedField, string>>
type NewFeed = Omit<Insertable<Tables['feedSources']>, 'mapping' | 'rules'>
type Said = { mapping?: FeedMapping | undefined; rules?: FeedRules | undefined }

/** Returns all feeds by name, with the number of their pieces in the pool. */
export async function findFeeds(db: Database) {
  return selectFeeds(db)
    .select(
      sql<number>`(select coalesce(sum(pieces), 0)::integer from feed_counts
        where source_id = feed_sources.id and run_id = feed_sources.current_run_id)`.as(
        'candidates',
      ),
    )
    .orderBy(sql`lower(name)`)
    .execute()
}

function selectFeeds(db: Database) {
  return db
    .selectFrom('feedSources')
    .select(['id', 'name', 'address', 'currency', 'currentRunId', 'nextFetchAt', 'version'])
    .select(['etag', 'lastModified', 'createdAt'])
    .select(sql<FeedMapping>`mapping`.as('mapping'))
    .select(sql<FeedRules>`rules`.as('rules'))
}

export type StoredFeed = NonNullable<Awaited<ReturnType<typeof findFeedSource>>>

export async function findFeedSource(db: Database, id: string) {
  return selectFeeds(db).where('id', '=', id).executeTakeFirst()
}

/** Locks the feed until the transaction ends. */
export async function lockFeed(trx: Trx, id: string) {
  return selectFeeds(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Until the transaction ends nobody else gives a feed a name. */
export async function lockFeedNames(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('names of feeds', 0))`.execute(trx)
}

export async function countFeeds(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('feedSources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertFeed(trx: Trx, { mapping, rules, ...feed }: NewFeed & Said) {
  await trx
    .insertInto('feedSources')
    .values({ ...feed, mapping: JSON.stringify(mapping ?? {}), rules: JSON.stringify(rules ?? {}) })
    .execute()
}

export async function updateFeed(
  db: Database,
  id: string,
  { mapping, rules, ...columns }: Omit<Updateable<Tables['feedSources']>, keyof Said> & Said,
): Promise<void> {
  await db
    .updateTable('feedSources')
    .set({
      ...columns,
      ...(mapping && { mapping: sql<never>`${JSON.stringify(mapping)}::jsonb` }),
      ...(rules && { rules: sql<never>`${JSON.stringify(rules)}::jsonb` }),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteFeedSource(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('feedSources').where('id', '=', id).execute()
}

/** Returns the feeds that are due and not being read. */
export async function findDueFeeds(db: Database, now: Date) {
  return db
    .selectFrom('feedSources')
    .select('id')
    .where('nextFetchAt', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('feedRuns')
            .select('feedRuns.id')
            .whereRef('feedRuns.sourceId', '=', 'feedSources.id')
            .where('state', 'in', ['waiting', 'fetching', 'reading']),
        ),
      ),
    )
    .orderBy('nextFetchAt')
    .execute()
}
