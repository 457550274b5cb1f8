import { type Insertable, sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

const ROWS_PER_STATEMENT = 60
const KEYS_PER_STATEMENT = 200

export type DealRecord = Awaited<ReturnType<typeof findDealRecords>>[number]

/**
 * Everything about the deals, paid content included: rows go to `serializeDeal` and nowhere else.
 */
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
      'discountPerMille',
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
      ...(['startsAt', 'endsAt', 'endedAt', 'endedReason', 'isScheduled'] as const),
    ])
    .select([
      // A draft may have none yet.
      sql<string>`coalesce(brands.name, '')`.as('brandName'),
      sql<string[]>`array(
        select picture_id from deal_pictures where deal_id = deals.id order by position
      )`.as('fallbackPictureIds'),
      sql<string | null>`(
        select placeholder from pictures where pictures.id = coalesce(card_picture_id,
          (select picture_id from deal_pictures where deal_id = deals.id order by position limit 1))
      )`.as('imagePlaceholder'),
    ])
}

export async function findDealRecords(db: Database, ids: string[]) {
  return selectDealRecords(db).where('deals.id', 'in', ids).execute()
}

type KnownDeal = { id: string; buyUrlKey: string; productName: string; brandName: string }

/** Deals that lead to the same pieces, by link key. */
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

export async function insertPriceObservations(
  trx: Trx,
  observations: Array<Insertable<Tables['priceObservations']>>,
): Promise<void> {
  for (const some of inChunks(observations, ROWS_PER_STATEMENT)) {
    await trx.insertInto('priceObservations').values(some).execute()
  }
}
