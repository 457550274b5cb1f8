import type { Deal, DealWithLink } from '#app/deals/deals.contract.ts'
import { nameGivenAway, shopOfHost } from '#app/deals/editing/alternative-text.copy.ts'
import type { ManagedDeal, ManagedPicture } from '#app/deals/editing/managed-deal.contract.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { businessDay } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import type { DealRecord } from './deal.queries.ts'
import { mayOpen } from './entitlement.rules.ts'
import { lifeState } from './life.rules.ts'
import type { ManagedDealRecord } from './managed-deals.queries.ts'

/**
 * The only way a deal leaves the server, to any page, call, socket or mail. It lists every field a viewer may
 * see and adds the paid content for those who may open the deal; it never removes fields from the full row.
 */
export function serializeDeal(
  row: DealRecord,
  viewer: Viewer,
  freeDealIds: ReadonlySet<string>,
): Deal {
  const isAccessible = mayOpen(viewer, row.id, freeDealIds)
  return {
    ...publicFields(row),
    isAccessible,
    ...(isAccessible ? paidFields(row) : {}),
    // Guesses follow from the product name, so they are for members until a person confirms them.
    ...(viewer.class === 'member' ? { guessed: row.guessedTerms, ...forMembers(row) } : {}),
  }
}

/** Adds the link to the retailer for viewers who may open it: for a single deal, and counted. */
export function serializeDealWithLink(
  row: DealRecord,
  viewer: Viewer,
  freeDealIds: ReadonlySet<string>,
): DealWithLink {
  const deal = serializeDeal(row, viewer, freeDealIds)
  return deal.isAccessible ? { ...deal, buyUrl: row.buyUrl } : deal
}

/** For the back office only, behind the administrator's session. */
export function serializeManagedDeal(row: ManagedDealRecord): ManagedDeal {
  return {
    ...publicFields(row),
    pictures: picturesOf(row),
    isAccessible: true,
    ...paidFields(row),
    endedAt: row.endedAt?.toISOString() ?? null,
    buyUrl: row.buyUrl,
    originalPrice: centsToDollars(row.originalPriceCents),
    currency: row.priceCurrency,
    foreignWas: centsToDollars(row.foreignWasHundredths),
    foreignNow: centsToDollars(row.foreignNowHundredths),
    rateDay: row.rateDay,
    basis: row.priceBasis,
    state: lifeState(row),
    startsAt: row.startsAt?.toISOString() ?? null,
    createdDay: row.createdDay,
    version: row.version,
    importId: row.importId,
    guessed: row.guessedTerms,
    unread: row.unreadTerms,
    sizes: row.sizes,
    gtin: row.gtin,
    styleNumber: row.styleNumber,
    clicks: row.clicks,
  }
}

/** Percent. What still costs something is never 100% off, so this stops at 99.9. */
function discountOf(row: DealRecord): number | null {
  if (row.offPerMille === null || wasInUse(row) === null) return null
  return (row.salePriceCents === 0 ? row.offPerMille : Math.min(row.offPerMille, 999)) / 10
}

function publicFields(row: DealRecord) {
  return {
    id: row.id,
    brandName: row.brandName,
    brandSlug: row.brandSlug,
    originalPrice: centsToDollars(wasInUse(row)),
    salePrice: centsToDollars(row.salePriceCents),
    discount: discountOf(row),
    price: {
      basis: row.priceBasis,
      isProven: row.isPriceProven,
      isLowest: row.lowestBeforeCents !== null && wasInUse(row) !== null,
      // Only the day: minutes would reveal which deals come from the same shop.
      since: businessDay(row.reducedSince ?? row.createdAt),
      ...(isFullPrice(row) && { isFull: true as const }),
    },
    department: row.department,
    category: row.category,
    colour: row.colour,
    // Deals from before sizes were parsed may hold any text, which is not shown publicly.
    sizes: row.sizeKeys.length > 0 ? row.sizes : [],
    images: row.fallbackPictureIds.map(fallbackKey),
    dealCardImageUrl: row.cardPictureId === null ? null : fallbackKey(row.cardPictureId),
    imagePlaceholder: row.imagePlaceholder,
    ...publicNotes(row),
    isPreview: row.isPreview,
    isPublished: row.isPublished,
    showInSplash: row.showInSplash,
    carouselAssignment: row.carouselAssignment,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    state: row.endedAt === null ? ('live' as const) : ('ended' as const),
    endsAt: row.endsAt?.toISOString() ?? null,
    endedAt: endedDay(row),
    endedReason: row.endedReason,
    mayBeGone: row.saidGoneAt !== null && row.endedAt === null,
  }
}

/**
 * The notes of the deal's pictures that are public. Leaves out an alternative text that gives away locked facts
 * by now, because the name was changed by a path without that check.
 */
function publicNotes(row: DealRecord) {
  if (row.pictureNotes === null) return {}
  const hidden = hiddenNames(row)
  const notes = Object.entries(row.pictureNotes).flatMap(([id, { alternative, x, y }]) => {
    const isSaid = alternative !== '' && nameGivenAway(alternative, hidden, row) === undefined
    const hasFocus = x !== null && y !== null
    const told = { ...(isSaid && { alternative }), ...(hasFocus && { focus: [x, y] }) }
    return isSaid || hasFocus ? [[fallbackKey(id), told] as const] : []
  })
  return { pictureNotes: Object.fromEntries(notes) as NonNullable<Deal['pictureNotes']> }
}

function picturesOf(row: ManagedDealRecord): ManagedPicture[] {
  const ids = new Set([row.cardPictureId, ...row.fallbackPictureIds])
  return [...ids]
    .filter((id) => id !== null)
    .map((id) => {
      const { alternative = '', x = null, y = null, isKept = false } = row.pictureNotes?.[id] ?? {}
      const { likeness = null, fault = null } = row.pictureFacts?.[id] ?? {}
      const focus: ManagedPicture['focus'] = x === null || y === null ? null : [x, y]
      return { key: fallbackKey(id), alternative, focus, isKept, likeness, fault }
    })
}

/** The locked names that public texts must not contain. */
export function hiddenNames(row: { productName: string; retailerName: string; domain: string }) {
  return [row.productName, row.retailerName, shopOfHost(row.domain)]
}

/** The was-price in use; null when it is not above the sale price. */
function wasInUse(row: DealRecord): number | null {
  return isFullPrice(row) ? null : row.wasCents
}

function isFullPrice({ wasCents, salePriceCents }: DealRecord): boolean {
  return wasCents !== null && salePriceCents !== null && wasCents <= salePriceCents
}

function paidFields(row: DealRecord) {
  return {
    productName: row.productName,
    domain: row.domain,
    retailer: row.retailerName,
    retailerSlug: row.retailerSlug,
  }
}

/**
 * When a deal ended. An end announced in advance is told to the moment, any other only to the day: our checks
 * and decisions end all deals of a shop within moments, so the moment would reveal which deals share a shop.
 */
function endedDay({ endedAt, endedReason }: DealRecord): string | null {
  if (endedAt === null) return null
  return endedReason === 'time' ? endedAt.toISOString() : `${businessDay(endedAt)}T12:00:00.000Z`
}

function forMembers(row: DealRecord) {
  return { endedAt: row.endedAt?.toISOString() ?? null, ...priceInShop(row) }
}

/** The price in the shop, when it is not in dollars. */
function priceInShop(row: DealRecord): Pick<Deal, 'inShop'> {
  const { priceCurrency: currency, rateDay } = row
  if (currency === HOME_CURRENCY || rateDay === null) return {}
  const [was, now] = [row.foreignWasHundredths, row.foreignNowHundredths].map(centsToDollars)
  return { inShop: { currency, was: was ?? null, now: now ?? null, ratedOn: rateDay } }
}
