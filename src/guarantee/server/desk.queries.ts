import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type ClaimList, GOING_STATUSES } from '#app/guarantee/guarantee.facts.ts'

type Filter = { list: ClaimList; now: Date }

/** Selects a list by stored columns only, so that an index applies. */
function selectListed(db: Database, { list, now }: Filter) {
  const all = db
    .selectFrom('guarantees')
    .leftJoin('guaranteeClaims', 'guaranteeClaims.guaranteeId', 'guarantees.id')
    .leftJoin('users', 'users.id', 'guarantees.userId')
  switch (list) {
    case 'asked':
      return all.where('guaranteeClaims.state', 'in', ['waiting', 'held', 'paying'])
    case 'paid':
      return all.where('guaranteeClaims.state', '=', 'paid')
    case 'refused':
      return all.where((eb) =>
        eb.or([
          eb.and([
            eb('guaranteeClaims.state', '=', 'refused'),
            eb.or([eb('guarantees.toldState', 'is', null), eb('guarantees.lookAt', 'is', null)]),
          ]),
          // Nobody claimed: the page had said that there is nothing to claim.
          eb.and([
            eb('guaranteeClaims.state', 'is', null),
            eb('guarantees.refusal', 'is not', null),
            eb('guarantees.endsAt', '<=', now),
            eb('guarantees.userId', 'is not', null),
          ]),
        ]),
      )
    case 'open':
      return all
        .where((eb) =>
          // A refused claim counts if its owner was told that it is open again.
          eb.or([
            eb('guaranteeClaims.state', 'is', null),
            eb('guaranteeClaims.state', '=', 'refused'),
          ]),
        )
        .where('guarantees.isWhole', '=', true)
        .where('guarantees.endsAt', '<=', now)
        .where('guarantees.userId', 'is not', null)
        .where('guarantees.toldState', 'is not', null)
        .where('guarantees.lookAt', 'is not', null)
    case 'meters':
      return all
        .where('guarantees.startsAt', 'is not', null)
        .where('guarantees.endsAt', '>', now)
        .where('guarantees.userId', 'is not', null)
        .where(mayBecomeYear)
  }
}

/**
 * Selects first guarantees whose twelve months are paid or will be. A monthly subscriber who leaves earlier
 * has none.
 */
function mayBecomeYear(eb: ExpressionBuilder<Tables, 'guarantees'>) {
  return eb.and([
    eb('guarantees.hadBefore', 'is not', true),
    eb.or([
      eb('guarantees.isWhole', '=', true),
      eb.exists(
        eb
          .selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.userId', '=', 'guarantees.userId')
          .where('subscriptions.status', 'in', [...GOING_STATUSES])
          .where('subscriptions.duplicateOf', 'is', null)
          .where('subscriptions.cancelAtPeriodEnd', '=', false)
          .where('subscriptions.cancelAt', 'is', null),
      ),
    ]),
  ])
}

export async function countListed(db: Database, filter: Filter): Promise<number> {
  const { count } = await selectListed(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findListed(
  db: Database,
  { offset, limit, ...filter }: Filter & { offset: number; limit: number },
) {
  const newest = filter.list === 'meters' || filter.list === 'open' ? 'asc' : 'desc'
  return selectListed(db, filter)
    .selectAll('guarantees')
    .select('users.email')
    .orderBy(
      sql`coalesce(guarantee_claims.paid_at, guarantee_claims.asked_at, guarantees.ends_at)`,
      newest,
    )
    .orderBy('guarantees.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Groups unfinished years by the month they end in (Toronto), with what they could cost then. */
export async function sumByMonth(
  db: Database,
  { now, goalCents }: { now: Date; goalCents: number },
) {
  const isBelow = sql<SqlBool>`guarantees.recorded_cents + guarantees.confirmed_cents < ${goalCents}`
  return db
    .selectFrom('guarantees')
    .select([
      sql<string>`to_char(guarantees.ends_at at time zone 'America/Toronto', 'YYYY-MM')`.as(
        'month',
      ),
      sql<number>`count(*)::integer`.as('years'),
      sql<number>`(count(*) filter (where ${isBelow}))::integer`.as('below'),
      sql<number>`coalesce(sum(could_cost_cents) filter (where ${isBelow}), 0)::bigint`.as(
        'couldCost',
      ),
      sql<number>`coalesce(sum(could_cost_cents), 0)::bigint`.as('atMost'),
    ])
    .where('guarantees.startsAt', 'is not', null)
    .where('guarantees.endsAt', '>', now)
    .where('guarantees.userId', 'is not', null)
    .where(mayBecomeYear)
    .groupBy('month')
    .orderBy('month')
    .limit(24)
    .execute()
}

/** Counts claims held by the alarm, and those with a refund that cannot be paid. */
export async function countTroubles(db: Database): Promise<{ held: number; stuck: number }> {
  const { rows } = await sql<{ held: number; stuck: number }>`
    select (select count(*) from guarantee_claims where state = 'held')::integer as held,
      (select count(distinct guarantee_id) from guarantee_refunds where state = 'stuck')::integer as stuck
  `.execute(db)
  return { held: rows[0]?.held ?? 0, stuck: rows[0]?.stuck ?? 0 }
}

/** Counts claims in payment, with the time since which the oldest has been. */
export async function countUnpaid(db: Database): Promise<{ unpaid: number; oldest: Date | null }> {
  const row = await db
    .selectFrom('guaranteeClaims')
    .select((eb) => [eb.fn.countAll<number>().as('unpaid'), eb.fn.min('decidedAt').as('oldest')])
    .where('state', '=', 'paying')
    .executeTakeFirstOrThrow()
  return { unpaid: Number(row.unpaid), oldest: row.oldest }
}
