import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { businessDay } from '#app/shared/dates.ts'
import { foldName } from '#app/shared/names.ts'
import { type OtherDeal, type Outgoing, type RetailerShare, styleKeyOf } from './warnings.rules.ts'

/** Deals as they would go out: on the day of their start, or today. */
export async function findOutgoing(db: Database, ids: string[], now: Date): Promise<Outgoing[]> {
  const rows = await db
    .selectFrom('deals')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .innerJoin('retailers', 'retailers.id', 'deals.retailerId')
    .select([
      ...(['deals.id', 'productName', 'gtin', 'styleNumber', 'wasCents'] as const),
      ...(['salePriceCents', 'startsAt', 'publishedDay', 'isPublished'] as const),
      'retailers.name as retailerName',
    ])
    .select([
      sql<string>`coalesce(brands.name, '')`.as('brandName'),
      sql<boolean>`card_picture_id is not null
        or exists (select 1 from deal_pictures where deal_id = deals.id)`.as('hasPicture'),
    ])
    .where('deals.id', '=', sql<string>`any(${ids}::text[])`)
    .where('deals.deletedAt', 'is', null)
    .execute()
  const place = new Map(ids.map((id, at) => [id, at]))
  const inOrder = rows.toSorted(
    (one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0),
  )
  return inOrder.map(({ id, startsAt, publishedDay, isPublished, ...deal }) => {
    const at = startsAt !== null && startsAt > now ? startsAt : now
    const day = isPublished && publishedDay !== null ? publishedDay : businessDay(at)
    return { ...deal, dealId: id, row: null, day }
  })
}

/** Brands with a published deal other than these. */
export async function findBrandsThatWereOut(db: Database, dealIds: string[]) {
  return db
    .selectFrom('brands')
    .select(['name', 'nameKey'])
    .where(
      sql<boolean>`exists (select 1 from deals where brand_id = brands.id and is_published
        and id <> all(${dealIds}::text[]))`,
    )
    .execute()
}

type SameRow = OtherDeal & { key: string; isElsewhere: boolean; isByNumber: boolean }
type SamePieces = { same: SameRow[]; last: Array<{ key: string; cents: number }> }

/**
 * For each deal, by its index: the same piece at another retailer, the same piece lately, and the previous
 * price of the deal itself.
 */
export async function findSamePieces(
  db: Database,
  outgoing: readonly Outgoing[],
  since: Date,
): Promise<SamePieces> {
  const subjects = outgoing.map((deal, key) => ({
    key: String(key),
    deal_id: deal.dealId ?? '',
    brand_key: foldName(deal.brandName),
    retailer_key: foldName(deal.retailerName),
    product: deal.productName.toLowerCase(),
    gtin: deal.gtin,
    style: styleKeyOf(deal.styleNumber),
    cents: deal.salePriceCents,
  }))
  const subject = sql`jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as subject(key text, deal_id text,
    brand_key text, retailer_key text, product text, gtin text, style text, cents integer)`
  const { rows } = await sql<SameRow>`
    with subject as materialized (select subject.*, brands.id as brand_id from ${subject}
      left join brands on brands.name_key = subject.brand_key),
    same as (
      select subject.key, subject.retailer_key, deals.id, true as is_by_number from subject
        join deals on deals.gtin = subject.gtin
        where deals.deleted_at is null and deals.id <> subject.deal_id
      union
      select subject.key, subject.retailer_key, deals.id, true from subject
        join deals on deals.brand_id = subject.brand_id and deals.style_number is not null
          and upper(regexp_replace(deals.style_number, '[^A-Za-z0-9]+', '', 'g')) = subject.style
        where deals.deleted_at is null and deals.id <> subject.deal_id
      union
      select subject.key, subject.retailer_key, deals.id, false from subject
        join deals on deals.brand_id = subject.brand_id and lower(deals.product_name) = subject.product
        where deals.deleted_at is null and deals.id <> subject.deal_id and subject.product <> ''
    ),
    told as (
      select same.key, same.is_by_number, coalesce(brands.name, '') as brand_name, deals.product_name,
        retailers.name as retailer_name, deals.published_day as day, deals.sale_price_cents,
        coalesce(deals.published_at, deals.created_at) as at,
        deals.is_published and deals.ended_at is null and retailers.name_key <> same.retailer_key as is_elsewhere
      from same join deals on deals.id = same.id left join brands on brands.id = deals.brand_id
        join retailers on retailers.id = deals.retailer_id
    )
    select distinct on (key, is_elsewhere) key, is_elsewhere, is_by_number, brand_name, product_name,
      retailer_name, day, sale_price_cents from told
    where at >= ${since} or is_elsewhere
    order by key, is_elsewhere, is_by_number desc, at desc`.execute(db)
  const ids = outgoing.flatMap(({ dealId }) => dealId ?? [])
  if (ids.length === 0) return { same: rows, last: [] }
  const { rows: last } = await sql<{ key: string; cents: number }>`
    select distinct on (subject.key) subject.key, seen.sale_price_cents as cents from ${subject}
      join price_observations seen on seen.deal_id = subject.deal_id
    where subject.deal_id <> '' and seen.sale_price_cents is not null
      and seen.sale_price_cents is distinct from subject.cents
    order by subject.key, seen.observed_at desc, seen.id desc`.execute(db)
  return { same: rows, last }
}

/** The number of deals per retailer on these days, published or scheduled, without the given ones. */
export async function countRetailersOfDays(
  db: Database,
  days: string[],
  withoutIds: string[],
): Promise<RetailerShare[]> {
  const { rows } = await sql<RetailerShare>`
    select day::text as day, retailers.name as retailer_name, count(*)::integer as deals from (
      select published_day as day, retailer_id, id from deals
        where is_published and deleted_at is null and published_day = any(${days}::date[])
      union all
      select (starts_at at time zone 'America/Toronto')::date, retailer_id, id from deals
        where is_scheduled and deleted_at is null
          and (starts_at at time zone 'America/Toronto')::date = any(${days}::date[])
    ) each join retailers on retailers.id = each.retailer_id
    where each.id <> all(${withoutIds}::text[])
    group by day, retailers.name`.execute(db)
  return rows
}
