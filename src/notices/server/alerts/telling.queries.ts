import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function findToldOf(db: Database, userId: string) {
  return db
    .selectFrom('toldDeals')
    .select(['dealId', 'toldOn', 'restsUntil', 'priceCents', 'endsAt'])
    .select(['isGone', 'targetToldAt', 'backToldAt'])
    .where('userId', '=', userId)
    .orderBy('toldOn')
    .execute()
}

export async function countToldOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('toldDeals')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Date | null>`min(told_on)::timestamp at time zone 'UTC'`.as('firstAt'),
      sql<Date | null>`max(told_on)::timestamp at time zone 'UTC'`.as('lastAt'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function findWaitingOf(db: Database, userId: string) {
  return db
    .selectFrom('waitingAlerts')
    .select(['way', 'dueAt', 'noticeIds', 'beganAt'])
    .where('userId', '=', userId)
    .orderBy('way')
    .execute()
}

export async function countWaitingOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('waitingAlerts')
    .select(selectDataCount('beganAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Returns deals with due changes: for people who saved them, or if `isNew`, for followers. */
export async function findChangedDeals(
  db: Database,
  { now, isNew, limit }: { now: Date; isNew: boolean; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('dealChanges')
    .select('dealId')
    .where('isNew', '=', isNew)
    .where((eb) => eb.or([eb('lookAt', 'is', null), eb('lookAt', '<=', now)]))
    .groupBy('dealId')
    .orderBy((eb) => eb.fn.min('id'))
    .limit(limit)
    .execute()
  return rows.map(({ dealId }) => dealId)
}

/**
 * Returns saved deals that end soon and that somebody still has to be told of now. Leaves out people who had
 * today's notice of the deal, and those who knew this end when they saved it until `whatToTell` reminds them.
 */
export async function findEndingDeals(
  db: Database,
  { now, soon, verySoon }: { now: Date; soon: Date; verySoon: Date },
): Promise<string[]> {
  const [soonMs, verySoonMs] = [soon, verySoon].map((moment) => moment.getTime() - now.getTime())
  const savedBefore = (ms = 0) =>
    sql<boolean>`saved_at <= deals.ends_at - ${ms} * interval '1 millisecond'`
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .where('endsAt', '<=', soon)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('savedDeals')
          .leftJoin('toldDeals', (join) =>
            join
              .onRef('toldDeals.userId', '=', 'savedDeals.userId')
              .onRef('toldDeals.dealId', '=', 'savedDeals.dealId'),
          )
          .select('savedDeals.dealId')
          .whereRef('savedDeals.dealId', '=', 'deals.id')
          .where('removedAt', 'is', null)
          .where(sql<boolean>`told_deals.ends_at is distinct from deals.ends_at`)
          .where(sql<boolean>`coalesce(told_deals.rests_until <= ${now}, true)`)
          .where((each) =>
            each.or([
              sql<boolean>`saved_deals.ends_at is distinct from deals.ends_at`,
              savedBefore(soonMs),
              each.and([savedBefore(verySoonMs), each('deals.endsAt', '<=', verySoon)]),
            ]),
          ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Tries to lock a deal until the transaction ends; returns false if another process holds it. */
export async function tryDeal(trx: Trx, dealId: string): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`told of ${dealId}`}, 0)) as is_ours
  `.execute(trx)
  return rows[0]?.isOurs === true
}

/** Deletes the due changes of these deals; those scheduled for later stay. */
export async function takeChanges(
  trx: Trx,
  { dealIds, now, isNew }: { dealIds: string[]; now: Date; isNew: boolean },
): Promise<void> {
  await trx
    .deleteFrom('dealChanges')
    .where('dealId', 'in', dealIds)
    .where('isNew', '=', isNew)
    .where((eb) => eb.or([eb('lookAt', 'is', null), eb('lookAt', '<=', now)]))
    .execute()
}

/** Inserts each moment once. The caller must hold the deal's lock. */
export async function insertChanges(trx: Trx, dealId: string, moments: Date[]): Promise<void> {
  if (moments.length === 0) return
  await sql`
    insert into deal_changes (deal_id, look_at)
    select ${dealId}, moment from unnest(${moments.map((moment) => moment.toISOString())}::timestamptz[]) as moment
    where not exists (
      select from deal_changes where deal_id = ${dealId} and not is_new and look_at = moment)
  `.execute(trx)
}

/** Returns the public facts of a deal; undefined if it is not listed. */
export async function findToldDeal(trx: Trx, dealId: string) {
  return trx
    .selectFrom('deals')
    .select(['salePriceCents as priceCents', 'endsAt', 'endedAt', 'endedReason'])
    .where('id', '=', dealId)
    .where('isPublished', '=', true)
    .executeTakeFirst()
}

/** Returns people who saved a deal, paged by user id, with what they were last told about it. */
export async function findKeepers(
  trx: Trx,
  { dealId, after, limit }: { dealId: string; after: string; limit: number },
) {
  return trx
    .selectFrom('savedDeals')
    .leftJoin('toldDeals', (join) =>
      join
        .onRef('toldDeals.userId', '=', 'savedDeals.userId')
        .onRef('toldDeals.dealId', '=', 'savedDeals.dealId'),
    )
    .select(['savedDeals.userId', 'savedAt', 'salePriceCents', 'targetCents', 'targetSetAt'])
    .select(['savedDeals.endsAt as knownEndsAt', 'wasEnded'])
    .select(['toldOn', 'toldDeals.priceCents', 'toldDeals.endsAt'])
    .select(['isGone', 'targetToldAt', 'backToldAt'])
    .where('savedDeals.dealId', '=', dealId)
    .where('removedAt', 'is', null)
    .where('savedDeals.userId', '>', after)
    .orderBy('savedDeals.userId')
    .limit(limit)
    .execute()
}

/** Returns which of these people were told of which of these deals. */
export async function findToldPairs(
  trx: Trx,
  { userIds, dealIds }: { userIds: string[]; dealIds: string[] },
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('toldDeals')
    .select(['userId', 'dealId'])
    .where('userId', 'in', userIds)
    .where('dealId', 'in', dealIds)
    .execute()
  return new Set(rows.map(({ userId, dealId }) => `${userId} ${dealId}`))
}

/** Returns what these people were last told about a deal. */
export async function findToldLast(
  trx: Trx,
  { userIds, dealId }: { userIds: string[]; dealId: string },
) {
  const rows = await trx
    .selectFrom('toldDeals')
    .select(['userId', 'toldOn', 'priceCents', 'endsAt', 'isGone', 'targetToldAt', 'backToldAt'])
    .where('dealId', '=', dealId)
    .where('userId', 'in', userIds)
    .execute()
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Returns which of these deals are live and were published after `since`. */
export async function findNewDeals(trx: Trx, dealIds: string[], since: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('deals')
    .select('id')
    .where('id', 'in', dealIds)
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .where('publishedAt', '>', since)
    .execute()
  return rows.map(({ id }) => id)
}

export async function upsertTold(
  trx: Trx,
  rows: Array<Insertable<Tables['toldDeals']>>,
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('toldDeals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'dealId']).doUpdateSet((eb) => ({
        toldOn: eb.ref('excluded.toldOn'),
        restsUntil: eb.ref('excluded.restsUntil'),
        priceCents: eb.ref('excluded.priceCents'),
        endsAt: eb.ref('excluded.endsAt'),
        isGone: eb.ref('excluded.isGone'),
        targetToldAt: eb.ref('excluded.targetToldAt'),
        backToldAt: eb.ref('excluded.backToldAt'),
      })),
    )
    .execute()
}
