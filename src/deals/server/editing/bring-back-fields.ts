import { isDeepStrictEqual } from 'node:util'
import type { Trx } from '#app/db/database.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import type { DealField } from '#app/deals/server/deal/fields.rules.ts'
import { getManagedDealRecord } from '#app/deals/server/deal/managed-deals.queries.ts'
import { serializeManagedDeal } from '#app/deals/server/deal/serialize-deal.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import type { DealPatch } from './editing.rules.ts'
import { type DealOutcome, updateDeal } from './editing.ts'

/** A past state of a deal; an old one may lack fields that were added later. */
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

/** The prices in the currency of sale; old states without a currency are in dollars. */
function soldAt({ currency = HOME_CURRENCY, ...past }: PastDeal) {
  const { originalPrice, salePrice, foreignWas, foreignNow } = past
  return currency === HOME_CURRENCY
    ? { currency, was: originalPrice ?? null, now: salePrice ?? null }
    : { currency, was: foreignWas ?? null, now: foreignNow ?? null }
}

function isSoldAlike(past: PastDeal, now: PastDeal): boolean {
  return soldAt(past).currency === soldAt(now).currency
}

/** All parts of a price come back together: an amount alone would be in the wrong currency. */
function allPrices(past: PastDeal): DealPatch {
  const { currency, was, now } = soldAt(past)
  return {
    priceCurrency: currency,
    originalPriceCents: cents(was),
    salePriceCents: cents(now),
  }
}

/** What a form or a sheet says of a deal: publishing is a step of its own, the retailer has another name here. */
type SaidField = Exclude<DealField, 'isPublished' | 'retailerName'>

/** How to restore each field from a past state of the deal. */
const BACK: { [Field in keyof ManagedDeal]?: ToPatch } & Record<SaidField, ToPatch> = {
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
  // A past state that was not published has no such moment; unpublishing is a separate step.
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
    // Whether two pictures that look the same are both kept is no field, so it stays as it is.
    const kept = new Set(now.pictures.filter(({ isKept }) => isKept).map(({ key }) => key))
    const notes = pictures.map(({ key, alternative, focus }) => [
      idOf(key),
      { alternative, focus, isKept: kept.has(key) },
    ])
    return { pictureNotes: Object.fromEntries(notes) }
  },
}

export type BackField = keyof typeof BACK
/** The fields that can be restored, in form order. */
export const BACK_FIELDS = Object.keys(BACK) as BackField[]

export function isBackField(name: string): name is BackField {
  return Object.hasOwn(BACK, name)
}

type Wanted = { past: PastDeal; fields: BackField[]; version?: number; seenBy: string }

/**
 * Restores past values of a deal's fields, as the form would; prices become observations. Throws the same as
 * {@link updateDeal}.
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
  // Restores notes only of pictures that the deal will have.
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

/** Undoes a change of a deal, unless the same fields have been changed since. */
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

/** The comparable value of a field: of pictures the notes, not the facts about their files. */
function comparedOf(deal: PastDeal, field: BackField): unknown {
  const { currency, was, now } = soldAt(deal)
  if (field === 'currency') return currency
  // In the currency of sale, since the dollar amount changes with the rates.
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

/** Whether a field differs from its past value and can be restored to it. */
export function mayComeBack(field: BackField, past: PastDeal, now: ManagedDeal): boolean {
  return !isSameStill(field, past, now) && BACK[field]?.(past, now) !== undefined
}

/** The restorable fields that differ between two states of a deal. */
export function changedFields(before: PastDeal, after: PastDeal): BackField[] {
  return BACK_FIELDS.filter(
    (field) => (field in before || field === 'currency') && !isSameStill(field, before, after),
  )
}
