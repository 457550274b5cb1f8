import { type Insertable, sql, type Updateable } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import type { EndedReason } from '#app/deals/life.facts.ts'
import { plannedPosition } from '#app/deals/server/deal/life.queries.ts'

const ROWS_PER_STATEMENT = 25

export async function insertDeal(trx: Trx, deal: Insertable<Tables['deals']>): Promise<void> {
  await trx.insertInto('deals').values(deal).execute()
}

export async function updateDealRow(
  trx: Trx,
  id: string,
  columns: Updateable<Tables['deals']>,
): Promise<void> {
  await trx.updateTable('deals').set(columns).where('id', '=', id).execute()
}

/** Deals whose sizes have no keys yet, including deleted ones. */
export async function findDealsWithoutSizeKeys(
  trx: Trx,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('deals')
    .select('id')
    // Must match the condition of the index.
    .where(sql<boolean>`sizes <> '{}' and size_keys = '{}'`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export async function replaceDealPictures(
  trx: Trx,
  dealId: string,
  pictureIds: string[],
): Promise<void> {
  await trx.deleteFrom('dealPictures').where('dealId', '=', dealId).execute()
  if (pictureIds.length === 0) return
  const rows = pictureIds.map((pictureId, index) => ({ dealId, position: index + 1, pictureId }))
  await trx.insertInto('dealPictures').values(rows).execute()
}

/** Deletes the notes of pictures that the deal no longer has, and upserts the given ones. */
export async function writeNotes(
  trx: Trx,
  dealId: string,
  notes: Array<Insertable<Tables['dealPictureNotes']>>,
): Promise<void> {
  await trx
    .deleteFrom('dealPictureNotes')
    .where('dealId', '=', dealId)
    .where(sql<boolean>`picture_id not in (
      select picture_id from deal_pictures where deal_id = ${dealId}
      union all select card_picture_id from deals where id = ${dealId} and card_picture_id is not null
    )`)
    .execute()
  if (notes.length === 0) return
  await trx
    .insertInto('dealPictureNotes')
    .values(notes)
    .onConflict((conflict) =>
      conflict.columns(['dealId', 'pictureId']).doUpdateSet((eb) => ({
        alternative: eb.ref('excluded.alternative'),
        focusX: eb.ref('excluded.focusX'),
        focusY: eb.ref('excluded.focusY'),
        isKept: eb.ref('excluded.isKept'),
      })),
    )
    .execute()
}

/** A deal republished on its original business day keeps its publication time; otherwise it counts as new. */
export async function markPublished(
  trx: Trx,
  ids: string[],
  { now, today }: { now: Date; today: string },
): Promise<void> {
  const publishedAt = sql<Date>`case
    when published_day = ${today}::date then published_at else ${now}::timestamptz end`
  await updateMany(trx, ids, {
    isPublished: true,
    isScheduled: false,
    ...LIVING,
    publishedAt,
    feedPosition: plannedPosition,
  })
}

/** A timer publishes them when they start. */
export async function markScheduled(trx: Trx, ids: string[]): Promise<void> {
  await updateMany(trx, ids, { isScheduled: true })
}

/** Keeps `publishedAt` for a later republication; clears the end. */
export async function markUnpublished(trx: Trx, ids: string[]): Promise<void> {
  await updateMany(trx, ids, { isPublished: false, isScheduled: false, ...LIVING })
}

const LIVING = { endedAt: null, endedReason: null, hasLeftFeed: false, saidGoneAt: null }

export async function markEnded(
  trx: Trx,
  ids: string[],
  ended: { endedAt: Date; endedReason: EndedReason },
): Promise<void> {
  await updateMany(trx, ids, ended)
}

/** Returns false when the deal has a GTIN by now. */
export async function fillGtin(trx: Trx, id: string, gtin: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deals')
    .set({ gtin, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('gtin', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Keeps their position in the feed; clears an end time that has passed. */
export async function markBack(trx: Trx, ids: string[], now: Date): Promise<void> {
  const endsAt = sql<Date | null>`case when ends_at > ${now}::timestamptz then ends_at end`
  await updateMany(trx, ids, { ...LIVING, endsAt, version: sql<number>`version + 1` })
}

export async function markDeleted(trx: Trx, ids: string[], deletedAt: Date): Promise<void> {
  const wasPublished = sql<boolean>`is_published`
  await updateMany(trx, ids, { deletedAt, wasPublished, isPublished: false })
}

/**
 * Keeps the deals' place in the feed. Scheduled ones whose start has passed become drafts: restoring never
 * publishes.
 */
export async function markRestored(trx: Trx, ids: string[], now: Date): Promise<void> {
  const isPublished = sql<boolean>`was_published`
  const isScheduled = sql<boolean>`is_scheduled and starts_at > ${now}::timestamptz`
  await updateMany(trx, ids, { deletedAt: null, isPublished, isScheduled, wasPublished: false })
}

type Switches = {
  [Column in keyof Updateable<Tables['deals']>]?:
    | Updateable<Tables['deals']>[Column]
    | ReturnType<typeof sql<Updateable<Tables['deals']>[Column]>>
}

async function updateMany(trx: Trx, ids: string[], columns: Switches): Promise<void> {
  for (const some of inChunks(ids, ROWS_PER_STATEMENT)) {
    await setColumns(trx, columns).where('id', 'in', some).execute()
  }
}

function setColumns(trx: Trx, columns: Switches) {
  return trx.updateTable('deals').set(columns)
}
