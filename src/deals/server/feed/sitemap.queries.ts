import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/**
 * Published deals, oldest first, so that what is new comes last. `changedDay` is the latest business
 * day on which a deal was published or had another price.
 */
export async function findTeasers(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
) {
  const lastPriceDay = sql<string>`(
    select (max(observed_at) at time zone 'America/Toronto')::date
    from price_observations where deal_id = teasers.id
  )`
  return (
    db
      // Chosen first: what is skipped is not to be looked up.
      .selectFrom((from) =>
        from
          .selectFrom('deals')
          .select(['id', 'publishedDay'])
          .where('isPublished', '=', true)
          .orderBy('publishedDay')
          .orderBy('publishedAt')
          .orderBy('feedPosition', 'desc')
          .orderBy('id', 'desc')
          .offset(offset)
          .limit(limit)
          .as('teasers'),
      )
      .select('id')
      .select(sql<string>`greatest(published_day, ${lastPriceDay})`.as('changedDay'))
      .execute()
  )
}
