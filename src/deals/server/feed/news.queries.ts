import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { selectDealRecords } from '#app/deals/server/deal/deal.queries.ts'
import { living, plannedPosition } from '#app/deals/server/deal/life.queries.ts'

/** After `since`, up to and including `through`. */
export type NewsSpan = { since: Date; through: Date }

/** The newest day with a deal that is living and published by `now`; undefined before the first. */
export async function findNewestEdition(db: Database, now: Date): Promise<string | undefined> {
  const newest = await db
    .selectFrom('deals')
    .select('publishedDay')
    .where(living)
    .where('publishedAt', '<=', now)
    .orderBy('publishedDay', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.publishedDay ?? undefined
}

/** Living deals published in the span: those in `first` come first, the rest in feed order. */
export async function findNews(
  db: Database,
  { since, through, first, limit }: NewsSpan & { first: string[]; limit: number },
) {
  return selectDealRecords(db)
    .where(living)
    .where('publishedAt', '>', since)
    .where('publishedAt', '<=', through)
    .orderBy(sql`deals.id = any(${first}::text[])`, 'desc')
    .orderBy('publishedDay', 'desc')
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('deals.id')
    .limit(limit)
    .execute()
}

/** The same including deals scheduled to go out in the span: for the back office only. */
export async function findComing(
  db: Database,
  { since, through, limit }: NewsSpan & { limit: number },
) {
  const at = sql<Date>`coalesce(published_at, starts_at)`
  return selectDealRecords(db)
    .where((eb) =>
      eb.or([living(eb), eb.and([eb('isScheduled', '=', true), eb('isPublished', '=', false)])]),
    )
    .where(at, '>', since)
    .where(at, '<=', through)
    .orderBy(at, 'desc')
    .orderBy(plannedPosition)
    .orderBy('deals.id')
    .limit(limit)
    .execute()
}

export async function countNews(db: Database, { since, through }: NewsSpan): Promise<number> {
  const { count } = await db
    .selectFrom('deals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(living)
    .where('publishedAt', '>', since)
    .where('publishedAt', '<=', through)
    .executeTakeFirstOrThrow()
  return count
}
