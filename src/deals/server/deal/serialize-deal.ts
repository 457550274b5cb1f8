import type { Deal, DealWithLink } from '#app/deals/deals.contract.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
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
    ...(viewer.class === 'member' ? { guessed: row.guessedTerms } : {}),
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
    isAccessible: true,
    ...paidFields(row),
    buyUrl: row.buyUrl,
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

function publicFields(row: DealRecord) {
  return {
    id: row.id,
    brandName: row.brandName,
    brandSlug: row.brandSlug,
    originalPrice: dollars(row.originalPriceCents),
    salePrice: dollars(row.salePriceCents),
    discount: row.discountPerMille === null ? null : row.discountPerMille / 10,
    department: row.department,
    category: row.category,
    colour: row.colour,
    // Of before they were read: any words, which nobody outside is shown.
    sizes: row.sizeKeys.length > 0 ? row.sizes : [],
    images: row.fallbackPictureIds.map(fallbackKey),
    dealCardImageUrl: row.cardPictureId === null ? null : fallbackKey(row.cardPictureId),
    imagePlaceholder: row.imagePlaceholder,
    isPreview: row.isPreview,
    isPublished: row.isPublished,
    showInSplash: row.showInSplash,
    carouselAssignment: row.carouselAssignment,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    state: row.endedAt === null ? ('live' as const) : ('ended' as const),
    endsAt: row.endsAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    endedReason: row.endedReason,
  }
}

function paidFields(row: DealRecord) {
  return {
    productName: row.productName,
    domain: row.domain,
    retailer: row.retailerName,
    retailerSlug: row.retailerSlug,
  }
}

function dollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}
