import type { Deal } from '#app/deals/deals.contract.ts'
import { readSizes } from '#app/deals/size-reading.facts.ts'
import { discountOf, dollarsOf, type FormDraft } from './draft.rules.ts'

export type PreviewViewer = 'visitor' | 'free' | 'member'

type Parts = {
  draft: FormDraft
  /** Keys in their order: the card's first. */
  pictures: string[]
  placeholder: string | null
  domain: string | undefined
}

/** The deal as this viewer would get it. What is not typed yet has a word in its place. */
export function previewDeal(parts: Parts, viewer: PreviewViewer): Deal {
  const { draft, pictures, placeholder, domain } = parts
  const isAccessible = viewer === 'member' || (viewer === 'free' && draft.isPreview)
  const [card = null, ...images] = pictures
  return {
    id: 'preview',
    brandName: draft.brandName.trim() || 'Brand',
    brandSlug: null,
    originalPrice: dollarsOf(draft.originalPrice),
    salePrice: dollarsOf(draft.salePrice),
    discount: discountOf(draft),
    department: draft.department || null,
    category: draft.category || null,
    colour: draft.colour || null,
    sizes: readSizes(draft.sizes).sizes,
    images,
    dealCardImageUrl: card,
    imagePlaceholder: placeholder,
    isAccessible,
    isPreview: draft.isPreview,
    isPublished: true,
    showInSplash: false,
    carouselAssignment: 0,
    createdAt: '2000-01-01T00:00:00.000Z',
    publishedAt: null,
    ...{ state: 'live', endsAt: null, endedAt: null, endedReason: null },
    ...(isAccessible
      ? { productName: draft.productName.trim() || 'Product name', domain: domain ?? 'the shop' }
      : {}),
  }
}
