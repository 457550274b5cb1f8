import { sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { dayOf, isWithin } from '#app/db/days.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { plannedPosition } from '#app/deals/server/deal/life.queries.ts'
import { unavailable } from '#app/server/problem.ts'

const ROWS_PER_STATEMENT = 100

export type PlannedRow = {
  id: string
  day: string
  isPublished: boolean
  isScheduled: boolean
  /** When it went or will go out; null for a draft. */
  at: Date | null
  position: number
  /** 0 when it has no row of its own in the plan. */
  version: number
  placedBy: string
  lookedAt: Date | null
  hasPicture: boolean
  hasName: boolean
  /** False when it is sold in a currency without a rate. */
  hasRate: boolean
  hasCategory: boolean
  /** Whether the card’s picture has an alternative text; true without a picture. */
  hasAlternative: boolean
  hasBasis: boolean
  isLiving: boolean
}

/** Serializes all planning, whatever the day. Must be taken before the lock of deals, never after. */
export async function lockPlanning(trx: Trx): Promise<void> {
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended('planning', 0))`.execute(trx)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error
    throw unavailable('Somebody plans at this moment. Please try again.', 5)
  }
}

/**
 * The deals in the editions of these days, in order: published ones, those scheduled for one of the days, and
 * drafts that are planned for it.
 */
export async function findPlanned(
  db: Database,
  { first, last, isOutWanted }: { first: string; last: string; isOutWanted: boolean },
): Promise<PlannedRow[]> {
  const at = sql<Date | null>`case when is_published then published_at when is_scheduled then starts_at end`
  const position = sql<number>`coalesce(planned.position, feed_position)`
  const { rows } = await sql<PlannedRow>`
    select deals.id, days.day, is_published, is_scheduled, ${at} as at, ${position} as position,
      coalesce(planned.version, 0) as version, coalesce(planned.placed_by, '') as placed_by,
      looks.looked_at,
      card.id is not null as has_picture,
      brand_id is not null and product_name <> '' as has_name,
      (price_currency = ${sql.lit(HOME_CURRENCY)} or rate_day is not null) as has_rate,
      category is not null as has_category,
      card.id is null or exists (
        select from deal_picture_notes notes
        where notes.deal_id = deals.id and notes.picture_id = card.id and alternative <> ''
      ) as has_alternative,
      price_basis <> 'unknown' as has_basis,
      ended_at is null as is_living
    from (
      select id, published_day as day from deals
      where is_published and published_day between ${first}::date and ${last}::date and ${isOutWanted}
      union all
      select id, ${dayOf('starts_at')} from deals
      where is_scheduled and not is_published and deleted_at is null and ${isWithin('starts_at', { first, last })}
      union all
      select id, edition_deals.day from edition_deals join deals on deals.id = deal_id
      where edition_deals.day between ${first}::date and ${last}::date
        and not is_published and not is_scheduled and deleted_at is null
    ) as days
    join deals on deals.id = days.id
    cross join lateral (
      select coalesce(card_picture_id, (
        select picture_id from deal_pictures where deal_id = deals.id order by position limit 1
      )) as id
    ) as card
    left join edition_deals planned on planned.deal_id = deals.id
    left join certain_looks looks on looks.deal_id = deals.id
    order by days.day, ${at} desc nulls first, ${position}, deals.id
  `.execute(db)
  return rows
}

/** The days these deals are planned for; a deal is in at most one edition. */
export async function findDaysOf(
  db: Database,
  ids: string[],
): Promise<Map<string, { day: string; version: number }>> {
  const rows = await db
    .selectFrom('editionDeals')
    .select(['dealId', 'day', 'version'])
    .where('dealId', 'in', ids)
    .execute()
  return new Map(rows.map(({ dealId, ...row }) => [dealId, row]))
}

/** The last certain look at the price of each deal. */
export async function findLastLooks(db: Database, ids: string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('certainLooks')
    .select(['dealId', 'lookedAt'])
    .where('dealId', 'in', ids)
    .execute()
  return new Map(rows.map(({ dealId, lookedAt }) => [dealId, lookedAt]))
}

/** Puts deals at positions on a day and raises their versions. */
export async function writePositions(
  trx: Trx,
  positions: ReadonlyMap<string, number>,
  { day, by, now }: { day: string; by: string; now: Date },
): Promise<void> {
  const rows = [...positions].map(([dealId, position]) => ({
    dealId,
    day,
    position,
    placedBy: by,
    placedAt: now,
  }))
  for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
    await trx
      .insertInto('editionDeals')
      .values(some)
      .onConflict((row) =>
        row.column('dealId').doUpdateSet((eb) => ({
          day: eb.ref('excluded.day'),
          position: eb.ref('excluded.position'),
          version: sql<number>`edition_deals.version + 1`,
          placedBy: eb.ref('excluded.placedBy'),
          placedAt: eb.ref('excluded.placedAt'),
        })),
      )
      .execute()
  }
}

export async function deletePlanned(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.deleteFrom('editionDeals').where('dealId', 'in', ids).execute()
}

/** Sets or clears the start; raises the version, so that forms opened before cannot overwrite it. */
export async function updateStarts(trx: Trx, ids: string[], startsAt: Date | null): Promise<void> {
  for (const some of inChunks(ids, ROWS_PER_STATEMENT)) {
    await trx
      .updateTable('deals')
      .set({ startsAt, isScheduled: startsAt !== null, version: sql<number>`version + 1` })
      .where('id', 'in', some)
      .execute()
  }
}

/** Publishes the deals at this moment, in planned order. */
export async function putOut(trx: Trx, ids: string[], publishedAt: Date): Promise<void> {
  for (const some of inChunks(ids, ROWS_PER_STATEMENT)) {
    await trx
      .updateTable('deals')
      .set({ isPublished: true, isScheduled: false, publishedAt, feedPosition: plannedPosition })
      .where('id', 'in', some)
      .execute()
  }
}

/** Makes the rest of the transaction read-only. */
export async function forbidWriting(trx: Trx): Promise<void> {
  await sql`set transaction read only`.execute(trx)
}
