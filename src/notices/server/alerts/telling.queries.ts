import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function findToldOf(db: Database, userId: string) {
  return db
    .selectFrom('toldDeals')
    .select(['dealId', 'toldOn', 'priceCents', 'endsAt', 'isGone', 'targetToldAt'])
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

/** Deals to look at now for who keeps them, or where they are new for who follows something of them. */
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

/** Kept deals that end before this moment, as long as anybody who keeps one was not told of that end. */
export async function findEndingDeals(
  db: Database,
  { now, before }: { now: Date; before: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .where('endsAt', '<=', before)
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
          .where(sql<boolean>`told_deals.ends_at is distinct from deals.ends_at`),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** False while another process tells of this deal. Until the transaction ends, others wait for their turn. */
export async function tryDeal(trx: Trx, dealId: string): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`told of ${dealId}`}, 0)) as is_ours
  `.execute(trx)
  return rows[0]?.isOurs === true
}

/** Of these deals what is due; those that are to be looked at later stay. */
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

export async function insertChanges(
  trx: Trx,
  changes: Array<{ dealId: string; lookAt: Date }>,
): Promise<void> {
  if (changes.length === 0) return
  await trx.insertInto('dealChanges').values(changes).execute()
}

/** What everybody may see of a deal; undefined for one that is not listed. */
export async function findToldDeal(trx: Trx, dealId: string) {
  return trx
    .selectFrom('deals')
    .select(['salePriceCents as priceCents', 'endsAt', 'endedAt', 'endedReason'])
    .where('id', '=', dealId)
    .where('isPublished', '=', true)
    .executeTakeFirst()
}

/** Who keeps a deal, some at a time in the order of their ids, with what they were told of it last. */
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
    .select(['toldOn', 'toldDeals.priceCents', 'toldDeals.endsAt', 'isGone', 'targetToldAt'])
    .where('savedDeals.dealId', '=', dealId)
    .where('removedAt', 'is', null)
    .where('savedDeals.userId', '>', after)
    .orderBy('savedDeals.userId')
    .limit(limit)
    .execute()
}

/** Of these people and deals, which were told of. */
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

/** What these people were told last of a deal. */
export async function findToldLast(
  trx: Trx,
  { userIds, dealId }: { userIds: string[]; dealId: string },
) {
  const rows = await trx
    .selectFrom('toldDeals')
    .select(['userId', 'toldOn', 'priceCents', 'endsAt', 'isGone', 'targetToldAt'])
    .where('dealId', '=', dealId)
    .where('userId', 'in', userIds)
    .execute()
  return new Map(rows.map((row) => [row.userId, row]))
}

/** When each of these deals came out, of those that live. */
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
        priceCents: eb.ref('excluded.priceCents'),
        endsAt: eb.ref('excluded.endsAt'),
        isGone: eb.ref('excluded.isGone'),
        targetToldAt: eb.ref('excluded.targetToldAt'),
      })),
    )
    .execute()
}
