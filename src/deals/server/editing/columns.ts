import { isDeepStrictEqual } from 'node:util'
import type { Insertable } from 'kysely'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { ensureBrands, ensureRetailers } from '#app/deals/server/deal/brands-and-retailers.ts'
import { withoutWww } from '#app/deals/server/deal/buy-url.rules.ts'
import { findDealsByKey } from '#app/deals/server/deal/deal.queries.ts'
import { columnsOfValues } from '#app/deals/server/deal/fields.rules.ts'
import type { ManagedDealRecord } from '#app/deals/server/deal/managed-deals.queries.ts'
import { findPictureIds } from '#app/deals/server/pictures/pictures.queries.ts'
import { type Observed, recordObservation } from '#app/deals/server/prices/observing.ts'
import {
  type PriceColumns,
  pricesInDollars,
  saidPrices,
} from '#app/deals/server/rates/rates.rules.ts'
import { ratesOn } from '#app/deals/server/rates/rates.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { dealName, foldName } from '#app/shared/names.ts'
import type { DealPatch, FieldFaults } from './editing.rules.ts'

/** The columns that a person can change; all optional. */
export type DealColumns = Partial<Insertable<Tables['deals']>>

/** The columns of a patch; adds brands and retailers that are new. Throws 422 for a picture that is not stored. */
export async function columnsOf(
  trx: Trx,
  change: DealPatch,
  now: Date,
  before?: ManagedDealRecord,
): Promise<DealColumns> {
  const { pictureIds, pictureNotes, isPublished, version, formId, ...rest } = change
  const { cardPictureId, sighting, seenBy, source, ...values } = rest
  const { link, retailerName, brandName } = values
  await refuseUnknownPictures(trx, change)
  const prices = await priceColumns(trx, values, now, before)
  const columns: DealColumns = { ...columnsOfValues(values, before), ...prices }
  if (cardPictureId !== undefined) columns.cardPictureId = cardPictureId
  if (brandName !== undefined) {
    const ids = brandName === '' ? undefined : await ensureBrands(trx, now, [{ brandName }])
    columns.brandId = ids?.get(foldName(brandName)) ?? null
  }
  const domain = link?.domain ?? before?.domain ?? ''
  const isElsewhere = withoutWww(domain) !== withoutWww(before?.domain ?? '')
  if (retailerName !== undefined || isElsewhere) {
    const sold = { retailerName: retailerName ?? '', link: { url: '', key: '', domain } }
    const retailerId = (await ensureRetailers(trx, now, [sold]))(sold)
    if (retailerId !== undefined) columns.retailerId = retailerId
  }
  return columns
}

/** All price columns when a price or the currency is given; converts other currencies by the day's rate. */
async function priceColumns(
  trx: Trx,
  { priceCurrency, originalPriceCents, salePriceCents }: DealPatch,
  now: Date,
  before: ManagedDealRecord | undefined,
): Promise<Partial<PriceColumns>> {
  const told = [priceCurrency, originalPriceCents, salePriceCents]
  if (told.every((each) => each === undefined)) return {}
  const stored = before ? saidPrices(before) : { currency: HOME_CURRENCY, was: null, now: null }
  const said = {
    currency: priceCurrency ?? stored.currency,
    was: originalPriceCents === undefined ? stored.was : originalPriceCents,
    now: salePriceCents === undefined ? stored.now : salePriceCents,
  }
  return pricesInDollars(said, await ratesOn(trx, businessDay(now)))
}

async function refuseUnknownPictures(trx: Trx, { cardPictureId, pictureIds = [] }: DealPatch) {
  const faults: FieldFaults = {}
  const known = await findPictureIds(trx, [
    ...pictureIds,
    ...(cardPictureId ? [cardPictureId] : []),
  ])
  if (cardPictureId && !known.has(cardPictureId)) {
    faults.dealCardImageUrl = 'The card picture is not stored here. Upload it again.'
  }
  if (pictureIds.some((id) => !known.has(id))) {
    faults.imageKeys = 'One of the pictures is not stored here. Upload it again.'
  }
  refuseFaults(faults)
}

/** The columns whose values differ from the stored ones. */
export function changedColumns(before: ManagedDealRecord, wanted: DealColumns): DealColumns {
  const now: Record<string, unknown> = before
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name]),
    ),
  )
}

/** Throws 409 `deal-exists` when another deal has the same link. */
export async function refuseSameLink(trx: Trx, linkKey: string): Promise<void> {
  const same = (await findDealsByKey(trx, [linkKey])).get(linkKey)
  if (!same) return
  const text = `This link is already in the club: ${dealName(same)}.`
  throw new Problem(409, 'deal-exists', text, { fields: { buyUrl: text } })
}

/** Records an observation when a price, its basis or its currency changes, or when a sighting is given. */
export async function observePrices(
  trx: Trx,
  dealId: string,
  observedAt: Date,
  {
    before,
    columns,
    change: { sighting, seenBy, source = 'admin' },
  }: { before?: ManagedDealRecord; columns: DealColumns; change: DealPatch },
): Promise<Observed | undefined> {
  const { originalPriceCents, salePriceCents, foreignWasHundredths, foreignNowHundredths } = columns
  const told = [originalPriceCents, salePriceCents, foreignWasHundredths, foreignNowHundredths]
  const more = [columns.priceBasis, columns.priceCurrency, sighting]
  if ([...told, ...more].every((each) => each === undefined)) return
  const said = { ...before, ...columns }
  const { priceCurrency: currency = HOME_CURRENCY } = said
  const isForeign = currency !== HOME_CURRENCY
  const wasCents = (isForeign ? said.foreignWasHundredths : said.originalPriceCents) ?? null
  const nowCents = (isForeign ? said.foreignNowHundredths : said.salePriceCents) ?? null
  if (!before && !isForeign && (wasCents ?? nowCents) === null) return
  return recordObservation(trx, dealId, {
    source,
    observedAt,
    basis: said.priceBasis,
    seenBy,
    ...sighting,
    wasCents,
    nowCents,
    currency,
  })
}

/** Throws 422 `invalid-deal` if there are any faults. */
export function refuseFaults(faults: FieldFaults): void {
  const [first] = Object.values(faults)
  if (first !== undefined) throw new Problem(422, 'invalid-deal', first, { fields: faults })
}
