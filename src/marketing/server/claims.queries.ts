import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { CountedFigures } from '#app/marketing/claims.copy.ts'

/** Counts what members bought on these days, confirmed by a network and nothing outstanding; in total only. */
export async function countConfirmed(
  db: Database,
  { fromDay, throughDay }: { fromDay: string; throughDay: string },
) {
  return db
    .selectFrom('ledgerRows')
    .select([
      sql<number>`count(distinct user_id)::integer`.as('members'),
      sql<number>`count(*)::integer`.as('purchases'),
      sql<number>`coalesce(sum(saving_cents), 0)::float8`.as('cents'),
    ])
    .where('state', '=', 'confirmed')
    .where('waitsFor', 'is', null)
    .where('boughtOn', '>=', fromDay)
    .where('boughtOn', '<=', throughDay)
    .executeTakeFirstOrThrow()
}

/**
 * Counts the members whose first payment was at least a year ago, and their savings since `fromDay`, whether
 * or not they bought anything.
 */
export async function countFullYears(
  db: Database,
  { paidBefore, fromDay }: { paidBefore: Date; fromDay: string },
) {
  const { rows } = await sql<{ members: number; cents: number }>`
    with members as (
      select distinct subscriptions.user_id from subscriptions
      where status in ('active', 'trialing') and user_id is not null
        and exists (select from payments
          where payments.user_id = subscriptions.user_id and paid_at <= ${paidBefore}
            and refunded_cents < amount_cents)
    )
    select (select count(*) from members)::integer as members,
      coalesce((select sum(saving_cents) from ledger_rows
        where state = 'confirmed' and waits_for is null and bought_on >= ${fromDay}
          and user_id in (select user_id from members)), 0)::float8 as cents`.execute(db)
  return rows[0] ?? { members: 0, cents: 0 }
}

/** Counts the running deals, and those of them that a check since then has verified with certainty. */
export async function countChecked(db: Database, since: Date) {
  return db
    .selectFrom('deals')
    .leftJoin('dealChecks', 'dealChecks.dealId', 'deals.id')
    .select([
      sql<number>`count(*)::integer`.as('deals'),
      sql<number>`(count(*) filter (where certain_at >= ${since}))::integer`.as('checked'),
    ])
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Counts the reports since then and those answered, with the median time to an answer in hours. */
export async function countReported(db: Database, since: Date) {
  return db
    .selectFrom('reports')
    .select([
      sql<number>`count(*)::integer`.as('reports'),
      sql<number>`count(answered_at)::integer`.as('answered'),
      sql<number | null>`(percentile_disc(0.5) within group (
        order by extract(epoch from answered_at - reported_at)
      ) filter (where answered_at is not null) / 3600)::float8`.as('medianHours'),
    ])
    .where('reportedAt', '>=', since)
    .executeTakeFirstOrThrow()
}

export async function findCounted(db: Database) {
  const row = await db
    .selectFrom('countedClaims')
    .select(['countedAt', 'figures'])
    .executeTakeFirst()
  return row && { countedAt: row.countedAt, figures: row.figures as CountedFigures }
}

export async function keepCounted(
  trx: Trx,
  { countedAt, figures }: { countedAt: Date; figures: CountedFigures },
): Promise<void> {
  const row = { countedAt, figures: JSON.stringify(figures) }
  await trx
    .insertInto('countedClaims')
    .values(row)
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(row))
    .execute()
}
