import { sql } from 'kysely'
import type { Span } from '#app/admin/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'

/** When the first of all deals in the feed was published. */
export async function findFirstPublishedDay(db: Database): Promise<string | undefined> {
  const first = await db
    .selectFrom('deals')
    .select('publishedDay')
    .where('isPublished', '=', true)
    .orderBy('publishedDay')
    .limit(1)
    .executeTakeFirst()
  return first?.publishedDay ?? undefined
}

type Published = { published: number; takenBack: number }

/** Deals by the business day on which they were published; days without any are left out. */
export async function countPublishedByDay(
  db: Database,
  { first, last }: Span,
): Promise<Map<string, Published>> {
  const rows = await db
    .selectFrom('deals')
    .select([
      'publishedDay',
      sql<number>`count(*) filter (where is_published)`.as('published'),
      sql<number>`count(*) filter (where not is_published)`.as('takenBack'),
    ])
    .where('publishedDay', '>=', first)
    .where('publishedDay', '<=', last)
    .groupBy('publishedDay')
    .execute()
  return new Map(rows.map(({ publishedDay, ...counts }) => [String(publishedDay), counts]))
}
