import type { Deal } from '#app/deals/deals.contract.ts'
import type { PictureNote } from '#app/deals/editing/picture-notes.facts.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { HOME_CURRENCY, readCurrencyCode } from '#app/deals/prices/rates.facts.ts'
import { readSizes } from '#app/deals/vocabulary/size-reading.facts.ts'
import { discountOf, dollarsOf, type FormDraft } from './draft.rules.ts'

export type PreviewViewer = 'visitor' | 'free' | 'member'

type Parts = {
  draft: FormDraft
  /** Keys in order, the card's first. */
  pictures: string[]
  placeholder: string | null
  domain: string | undefined
  /** Since when the original price is known: today if it is being typed now. */
  since: string
  /** Notes on the pictures, by key. */
  notes?: Record<string, PictureNote>
}

/** Returns the deal as this viewer would get it, with placeholders for what is not typed yet. */
export function previewDeal(parts: Parts, viewer: PreviewViewer): Deal {
  const { draft, pictures, placeholder, domain, since, notes = {} } = parts
  const isAccessible = viewer === 'member' || (viewer === 'free' && draft.isPreview)
  const [card = null, ...images] = pictures
  const isInDollars = readCurrencyCode(draft.currency) === HOME_CURRENCY
  return {
    id: 'preview',
    brandName: draft.brandName.trim() || 'Brand',
    brandSlug: null,
    originalPrice:
      draft.basis === 'unknown' || !isInDollars ? null : dollarsOf(draft.originalPrice),
    salePrice: isInDollars ? dollarsOf(draft.salePrice) : null,
    discount: discountOf(draft),
    price: {
      basis: draft.basis as PriceBasis,
      isProven: false,
      isLowest: false,
      since,
    },
    department: draft.department || null,
    category: draft.category || null,
    colour: draft.colour || null,
    sizes: readSizes(draft.sizes).sizes,
    images,
    dealCardImageUrl: card,
    imagePlaceholder: placeholder,
    pictureNotes: Object.fromEntries(
      Object.entries(notes).map(([key, { alternative, focus }]) => [
        key,
        { ...(alternative && { alternative }), ...(focus && { focus }) },
      ]),
    ),
    isAccessible,
    isPreview: draft.isPreview,
    isPublished: true,
    showInSplash: false,
    carouselAssignment: 0,
    createdAt: '2000-01-01T00:00:00.000Z',
    publishedAt: null,
    state: 'live',
    endsAt: null,
    endedAt: null,
    endedReason: null,
    mayBeGone: false,
    ...(isAccessible
      ? { productName: draft.productName.trim() || 'Product name', domain: domain ?? 'the shop' }
      : {}),
  }
}
