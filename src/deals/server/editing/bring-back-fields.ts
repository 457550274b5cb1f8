import { isDeepStrictEqual } from 'node:util'
import type { Trx } from '#app/db/database.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import { getManagedDealRecord } from '#app/deals/server/deal/managed-deals.queries.ts'
import { serializeManagedDeal } from '#app/deals/server/deal/serialize-deal.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import type { DealPatch } from './editing.rules.ts'
import { type DealOutcome, updateDeal } from './editing.ts'

/** A deal as it once was: of long ago it may lack fields that came later. */
export type PastDeal = Partial<ManagedDeal>

type ToPatch = (past: PastDeal, now: ManagedDeal) => DealPatch | undefined

function cents(dollars: number | null | undefined) {
  return typeof dollars === 'number' ? Math.round(dollars * 100) : null
}

function moment(text: string | null | undefined): Date | null {
  return typeof text === 'string' ? new Date(text) : null
}

function idOf(key: string): string {
  return key.replace(/\.jpg$/, '')
}

/** What it was sold at, in what it was sold in: of long ago that was dollars. */
function soldAt({ currency = HOME_CURRENCY, ...past }: PastDeal) {
  const { originalPrice, salePrice, foreignWas, foreignNow } = past
  return currency === HOME_CURRENCY
    ? { currency, was: originalPrice ?? null, now: salePrice ?? null }
    : { currency, was: foreignWas ?? null, now: foreignNow ?? null }
}

function isSoldAlike(past: PastDeal, now: PastDeal): boolean {
  return soldAt(past).currency === soldAt(now).currency
}

/** An amount alone would be of the wrong currency: all of a price comes back together. */
function allPrices(past: PastDeal): DealPatch {
  const { currency, was, now } = soldAt(past)
  return {
    priceCurrency: currency,
    originalPriceCents: cents(was),
    salePriceCents: cents(now),
  }
}

/** How each field comes back, by its name in what was kept of the deal. */
const BACK: { [Field in keyof ManagedDeal]?: ToPatch } = {
  brandName: ({ brandName = '' }) => ({ brandName }),
  productName: ({ productName = '' }) => ({ productName }),
  buyUrl: ({ buyUrl = '' }) => {
    const link = parseBuyUrl(buyUrl)
    return link.ok ? { link } : undefined
  },
  retailer: ({ retailer = '' }) => ({ retailerName: retailer }),
  originalPrice: (past, now) =>
    isSoldAlike(past, now) ? { originalPriceCents: cents(soldAt(past).was) } : allPrices(past),
  salePrice: (past, now) =>
    isSoldAlike(past, now) ? { salePriceCents: cents(soldAt(past).now) } : allPrices(past),
  currency: (past) => allPrices(past),
  basis: ({ basis }) => basis && { priceBasis: basis },
  department: ({ department = null }) => ({ department }),
  category: ({ category = null }) => ({ category }),
  colour: ({ colour = null }) => ({ colour }),
  sizes: ({ sizes = [] }) => ({ sizes }),
  gtin: ({ gtin = null }) => ({ gtin }),
  styleNumber: ({ styleNumber = null }) => ({ styleNumber }),
  startsAt: ({ startsAt }) => ({ startsAt: moment(startsAt) }),
  endsAt: ({ endsAt }) => ({ endsAt: moment(endsAt) }),
  // What was not out had no such moment, and to take it off is another step.
  publishedAt: ({ publishedAt }) =>
    publishedAt ? { publishedAt: moment(publishedAt) } : undefined,
  isPreview: ({ isPreview }) => (isPreview === undefined ? undefined : { isPreview }),
  showInSplash: ({ showInSplash }) => (showInSplash === undefined ? undefined : { showInSplash }),
  carouselAssignment: ({ carouselAssignment }) =>
    carouselAssignment === undefined ? undefined : { carouselAssignment },
  dealCardImageUrl: ({ dealCardImageUrl }) => ({
    cardPictureId: dealCardImageUrl ? idOf(dealCardImageUrl) : null,
  }),
  images: ({ images = [] }) => ({ pictureIds: images.map(idOf) }),
  pictures: ({ pictures = [] }, now) => {
    // That somebody keeps two that look the same is no field: it stays as it is.
    const kept = new Set(now.pictures.filter(({ isKept }) => isKept).map(({ key }) => key))
    const notes = pictures.map(({ key, alternative, focus }) => [
      idOf(key),
      { alternative, focus, isKept: kept.has(key) },
    ])
    return { pictureNotes: Object.fromEntries(notes) }
  },
}

export type BackField = keyof typeof BACK
/** The fields that can be brought back, in the order of the form. */
export const BACK_FIELDS = Object.keys(BACK) as BackField[]

export function isBackField(name: string): name is BackField {
  return Object.hasOwn(BACK, name)
}

type Wanted = { past: PastDeal; fields: BackField[]; version?: number; seenBy: string }

/**
 * Gives fields of a deal the values that they once had, as the form would; prices become observations.
 * Throws what {@link updateDeal} throws.
 */
export async function bringBackFields(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  id: string,
  { past, fields, version, seenBy }: Wanted,
): Promise<DealOutcome> {
  const now = serializeManagedDeal(await getManagedDealRecord(trx, id))
  const patch: DealPatch = { seenBy, ...(version !== undefined && { version }) }
  for (const field of fields) Object.assign(patch, BACK[field]?.(past, now))
  // What is said of a picture comes back with it, and of one that is not there any more it does not.
  const { dealCardImageUrl: card, images } = now
  const { cardPictureId = card && idOf(card), pictureIds = images.map(idOf), pictureNotes } = patch
  if (pictureNotes) {
    const there = new Set([cardPictureId, ...pictureIds])
    const kept = Object.entries(pictureNotes).filter(([pictureId]) => there.has(pictureId))
    patch.pictureNotes = Object.fromEntries(kept)
  }
  return updateDeal(trx, ctx, id, patch)
}

type Change = { from: PastDeal; to: PastDeal; now: PastDeal | undefined; seenBy: string }
type Left = { id: string; reason: string }

/** Gives a deal what it had before a change, unless somebody has changed the same fields since. */
export async function takeChangeBack(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  id: string,
  { from, to, now, seenBy }: Change,
): Promise<DealOutcome | Left> {
  if (!now) return { id, reason: 'It was deleted meanwhile.' }
  const fields = changedFields(from, to)
  const taken = fields.filter((field) => !isSameStill(field, to, now))
  if (taken.length > 0) return { id, reason: 'It was changed again since.' }
  try {
    return await bringBackFields(trx, ctx, id, { past: from, fields, seenBy })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { id, reason: error.message }
  }
}

/** What of a field is compared: of its pictures what is said, not what is known of their files. */
function comparedOf(deal: PastDeal, field: BackField): unknown {
  const { currency, was, now } = soldAt(deal)
  if (field === 'currency') return currency
  // As it is sold: what dollars that makes changes with the rates.
  if (field === 'originalPrice') return was
  if (field === 'salePrice') return now
  if (field !== 'pictures') return deal[field]
  const told = (deal.pictures ?? []).filter(({ alternative, focus }) => alternative || focus)
  return Object.fromEntries(
    told.map(({ key, alternative, focus }) => [key, { alternative, focus }]),
  )
}

function isSameStill(field: BackField, one: PastDeal, other: PastDeal): boolean {
  return isDeepStrictEqual(comparedOf(one, field), comparedOf(other, field))
}

/** Whether a field can be given what it once had, which it has not now. */
export function mayComeBack(field: BackField, past: PastDeal, now: ManagedDeal): boolean {
  return !isSameStill(field, past, now) && BACK[field]?.(past, now) !== undefined
}

/** Which fields differ between two states of a deal, of those that can be brought back. */
export function changedFields(before: PastDeal, after: PastDeal): BackField[] {
  return BACK_FIELDS.filter(
    (field) => (field in before || field === 'currency') && !isSameStill(field, before, after),
  )
}
