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
 * The only door out for a deal, to any page, call, socket or mail. It names each thing a viewer
 * may see and adds the paid content for those who may open the deal; it never starts from the
 * whole row and takes things away.
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
    // A guess follows from the name, and until a person has confirmed it, it is for members.
    ...(viewer.class === 'member' ? { guessed: row.guessedTerms, ...forMembers(row) } : {}),
  }
}

/** The same with the way to the retailer, for whoever may open it: one deal at a time, and counted. */
export function serializeDealWithLink(
  row: DealRecord,
  viewer: Viewer,
  freeDealIds: ReadonlySet<string>,
): DealWithLink {
  const deal = serializeDeal(row, viewer, freeDealIds)
  return deal.isAccessible ? { ...deal, buyUrl: row.buyUrl } : deal
}

/** The same door for the back office alone: behind it stands the administrator's session. */
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

/** In percent. What still costs something is not all off, however little it is. */
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
      // No more than the day: minutes would tell which deals came from one shop.
      since: businessDay(row.reducedSince ?? row.createdAt),
    },
    department: row.department,
    category: row.category,
    colour: row.colour,
    // Of before they were read: any words, which nobody outside is shown.
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
 * What is said of its pictures. A text that by now gives away what is locked, because the name was changed
 * on a way that did not ask, is said to nobody.
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

/** What of a deal no text that all may read may name. */
export function hiddenNames(row: { productName: string; retailerName: string; domain: string }) {
  return [row.productName, row.retailerName, shopOfHost(row.domain)]
}

/** Nothing is claimed of a price before that is not above what it costs now. */
function wasInUse({ wasCents, salePriceCents }: DealRecord): number | null {
  return wasCents !== null && salePriceCents !== null && wasCents <= salePriceCents
    ? null
    : wasCents
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
 * A deal that ended at the time it had announced tells that moment. Any other tells only the day: our checks and
 * decisions end all deals of one shop within moments, so the moment would tell which are of the same shop.
 */
function endedDay({ endedAt, endedReason }: DealRecord): string | null {
  if (endedAt === null) return null
  return endedReason === 'time' ? endedAt.toISOString() : `${businessDay(endedAt)}T12:00:00.000Z`
}

function forMembers(row: DealRecord) {
  return { endedAt: row.endedAt?.toISOString() ?? null, ...priceInShop(row) }
}

/** Where that is not in dollars. */
function priceInShop(row: DealRecord): Pick<Deal, 'inShop'> {
  const { priceCurrency: currency, rateDay } = row
  if (currency === HOME_CURRENCY || rateDay === null) return {}
  const [was, now] = [row.foreignWasHundredths, row.foreignNowHundredths].map(centsToDollars)
  return { inShop: { currency, was: was ?? null, now: now ?? null, ratedOn: rateDay } }
}
