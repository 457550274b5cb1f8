import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { OUTCOMES_OF_THE_RIGHT } from '#app/reports/reports.facts.ts'

/**
 * Returns deals with open cases: those shown as possibly gone first, then those reported by members, then the
 * oldest.
 */
export async function findCases(db: Database, page: { offset: number; limit: number }) {
  return openCases(db)
    .select(['deals.id', 'saidGoneAt'])
    .select((eb) => [
      eb.fn.count<number>('reports.id').as('total'),
      eb.fn.coalesce(eb.fn.max('reports.id'), sql<number>`0`).as('through'),
    ])
    .orderBy((eb) => eb.fn.coalesce('saidGoneAt', sql<Date>`'infinity'::timestamptz`))
    .orderBy(sql`bool_or(is_evidence) is not true`)
    .orderBy((eb) => eb.fn.min('reports.id'))
    .orderBy('deals.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

function openCases(db: Database) {
  return db
    .selectFrom('deals')
    .leftJoin('reports', (join) =>
      join.onRef('reports.dealId', '=', 'deals.id').on('answeredAt', 'is', null),
    )
    .where((eb) =>
      eb(
        'deals.id',
        'in',
        eb
          .selectFrom('reports as open')
          .select('open.dealId as id')
          .where('open.answeredAt', 'is', null)
          .union(
            eb
              .selectFrom('deals as said')
              .select('said.id as id')
              .where('said.saidGoneAt', 'is not', null)
              .where('said.isPublished', '=', true)
              .where('said.endedAt', 'is', null),
          ),
      ),
    )
    .groupBy('deals.id')
}

export async function countCases(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom(openCases(db).select('deals.id').as('cases'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * Returns reports on deals, at most `limit` of each: open ones oldest first, or answered ones newest first. Never who
 * made them.
 */
export async function findTold(
  db: Database,
  { dealIds, isOpen, limit }: { dealIds: string[]; isOpen: boolean; limit: number },
) {
  if (dealIds.length === 0) return []
  const right = sql.join(OUTCOMES_OF_THE_RIGHT.map((outcome) => sql.lit(outcome)))
  const order = isOpen ? sql`reported_at, id` : sql`reported_at desc, id`
  const numbered = db
    .selectFrom('reports')
    .selectAll()
    .select(sql<number>`row_number() over (partition by deal_id order by ${order})`.as('place'))
    .where('dealId', 'in', dealIds)
    .where('answeredAt', isOpen ? 'is' : 'is not', null)
  return db
    .selectFrom(numbered.as('reports'))
    .select(['id', 'dealId', 'kind', 'words', 'size', 'seenCents', 'shownCents', 'isEvidence'])
    .select(['reportedAt', 'answeredAt', 'outcome'])
    .select([
      sql<number>`(
        select count(*)::integer from reports others where others.user_id = reports.user_id
          and others.id <> reports.id and others.answered_at is not null
      )`.as('answered'),
      sql<number>`(
        select count(*)::integer from reports others where others.user_id = reports.user_id
          and others.id <> reports.id and others.outcome in (${right})
      )`.as('right'),
    ])
    .where('place', '<=', limit)
    .orderBy('place')
    .execute()
}

/** Returns how many reports were answered since then, and the median minutes until the answer. */
export async function findAnswerTimes(db: Database, since: Date) {
  return db
    .selectFrom('reports')
    .select((eb) => [
      eb.fn.countAll<number>().as('answered'),
      sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from answered_at - reported_at)::float8 / 60
      )`.as('usualMinutes'),
    ])
    .where('answeredAt', '>', since)
    .executeTakeFirstOrThrow()
}
