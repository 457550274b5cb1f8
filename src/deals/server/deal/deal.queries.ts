import { sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { unavailable } from '#app/server/problem.ts'

const KEYS_PER_STATEMENT = 200

export type DealRecord = Awaited<ReturnType<typeof findDealRecords>>[number]

/** All columns of deals, including paid content: pass rows to `serializeDeal` and nothing else. */
export function selectDealRecords(db: Database) {
  return db
    .selectFrom('deals')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .innerJoin('retailers', 'retailers.id', 'deals.retailerId')
    .select([
      'deals.id',
      'brands.slug as brandSlug',
      'retailers.name as retailerName',
      'retailers.slug as retailerSlug',
      'productName',
      'originalPriceCents',
      'salePriceCents',
      ...(['priceBasis', 'wasCents', 'offPerMille', 'lowestBeforeCents'] as const),
      ...(['isPriceProven', 'reducedSince'] as const),
      ...(['priceCurrency', 'foreignWasHundredths', 'foreignNowHundredths', 'rateDay'] as const),
      'buyUrl',
      'deals.domain',
      'cardPictureId',
      'department',
      'category',
      'colour',
      'guessedTerms',
      'unreadTerms',
      'sizes',
      'sizeKeys',
      'isPreview',
      'isPublished',
      'showInSplash',
      'carouselAssignment',
      'deals.createdAt',
      'publishedAt',
      'publishedDay',
      ...(['startsAt', 'endsAt', 'endedAt', 'endedReason', 'isScheduled', 'saidGoneAt'] as const),
    ])
    .select([
      // Drafts may have no brand.
      sql<string>`coalesce(brands.name, '')`.as('brandName'),
      sql<string[]>`array(
        select picture_id from deal_pictures where deal_id = deals.id order by position
      )`.as('fallbackPictureIds'),
      sql<string | null>`(
        select placeholder from pictures where pictures.id = coalesce(card_picture_id,
          (select picture_id from deal_pictures where deal_id = deals.id order by position limit 1))
      )`.as('imagePlaceholder'),
      sql<Record<string, StoredNote> | null>`(
        select json_object_agg(picture_id, json_build_object(
          'alternative', alternative, 'x', focus_x, 'y', focus_y, 'isKept', is_kept
        )) from deal_picture_notes where deal_id = deals.id
      )`.as('pictureNotes'),
    ])
}

/** A curator's note on a picture of a deal. */
type StoredNote = { alternative: string; x: number | null; y: number | null; isKept: boolean }

export async function findDealRecords(db: Database, ids: string[]) {
  return selectDealRecords(db).where('deals.id', 'in', ids).execute()
}

type KnownDeal = { id: string; buyUrlKey: string; productName: string; brandName: string }

/** Finds deals by link key. */
export async function findDealsByKey(
  db: Database,
  keys: string[],
): Promise<Map<string, KnownDeal>> {
  const found = new Map<string, KnownDeal>()
  for (const some of inChunks(keys, KEYS_PER_STATEMENT)) {
    const deals = await db
      .selectFrom('deals')
      .leftJoin('brands', 'brands.id', 'deals.brandId')
      .select(['deals.id', 'buyUrlKey', 'productName'])
      .select(sql<string>`coalesce(brands.name, '')`.as('brandName'))
      .where('buyUrlKey', 'in', some)
      .where('deletedAt', 'is', null)
      .execute()
    for (const deal of deals) found.set(deal.buyUrlKey, deal)
  }
  return found
}

/**
 * Serializes writers of deals, imports included, so that they cannot deadlock on each other's rows. Publishing
 * takes this lock anyway; readers are not blocked. Throws 503 on a lock timeout.
 */
export async function lockDeals(trx: Trx): Promise<void> {
  try {
    await sql`lock table feed_days in share row exclusive mode`.execute(trx)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw unavailable('Many deals are being written just now. Please try again in a moment.', 5)
  }
}

function isLockTimeout(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
