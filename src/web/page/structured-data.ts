import { paths } from '#app/shared/paths.ts'
import type { Club } from '#app/shared/site.ts'

/*
 * What pages say in the words of schema.org. It says nothing that the page does not show to a visitor.
 */

/** A part of a page, by a CSS selector, that only members can read. */
function paidPart(cssSelector: string) {
  return {
    isAccessibleForFree: false,
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector },
  }
}

/** A list of pieces whose names are for members. Short: the feed is counted in bytes. */
export function paidCollection(cssSelector: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    ...paidPart(cssSelector),
  }
}

type Piece = {
  /** Address of its page. */
  url: string
  brand: string
  images: string[]
  /** US dollars; null when unknown. */
  price: number | null
  originalPrice: number | null
  /** What that rests on: `retailer`, `rrp`, or something that these words have none for. */
  basis: string
  /** As the retailer says them. */
  sizes: string[]
  /** Why it is not to be had any more; null while it is. */
  endedReason: string | null
  /** On which it ended, or will by its own end. */
  lastDay: string | undefined
}

/** The page of one piece, as far as a visitor sees it: not what it is, nor who sells it. */
export function paidPiece(piece: Piece, cssSelector: string) {
  const { url, brand, price, images } = piece
  const page = { '@type': 'WebPage', '@id': url, url, ...paidPart(cssSelector) }
  // A product without an offer is none that a search engine knows what to do with.
  if (price === null) return { '@context': 'https://schema.org', ...page }
  const product = {
    '@type': 'Product',
    '@id': `${url}#piece`,
    name: `A piece by ${brand}`,
    brand: { '@type': 'Brand', name: brand },
    image: images,
    ...(piece.sizes.length > 0 ? { size: piece.sizes } : {}),
    offers: offerOf(piece, price),
  }
  return {
    '@context': 'https://schema.org',
    '@graph': [{ ...page, mainEntity: { '@id': product['@id'] } }, product],
  }
}

function offerOf({ url, originalPrice, basis, endedReason, lastDay }: Piece, price: number) {
  const priceCurrency = 'USD'
  const priceType = PRICE_TYPES[basis]
  return {
    '@type': 'Offer',
    url,
    price: price.toFixed(2),
    priceCurrency,
    availability: `https://schema.org/${availabilityOf(endedReason)}`,
    ...(lastDay === undefined ? {} : { priceValidUntil: lastDay }),
    ...(originalPrice !== null && originalPrice > price && priceType !== undefined
      ? {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            priceType: `https://schema.org/${priceType}`,
            price: originalPrice.toFixed(2),
            priceCurrency,
          },
        }
      : {}),
  }
}

const PRICE_TYPES: Record<string, string> = { retailer: 'StrikethroughPrice', rrp: 'MSRP' }

/** What a retailer marks down is what is left of it; a deal that has ended is an offer no more. */
function availabilityOf(endedReason: string | null): string {
  if (endedReason === null) return 'LimitedAvailability'
  return endedReason === 'sold-out' ? 'SoldOut' : 'Discontinued'
}

type Question = { question: string; answer: string }

/** The club itself, its site, and what people ask of it on the front page. */
export function clubItself(
  { origin, club }: { origin: string; club: Club },
  questions: Question[],
) {
  const [home, organization] = [`${origin}/`, `${origin}/#club`]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: club.name,
        url: home,
        logo: `${origin}/icon-512.png`,
        legalName: club.company,
        email: club.supportEmail,
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        name: club.name,
        alternateName: club.shortName,
        url: home,
        publisher: { '@id': organization },
      },
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}

type List = {
  origin: string
  path: string
  name: string
  /** From the first page to this one. */
  trail: Array<{ name: string; path: string }>
  /** Whose pieces they are, where they are of one brand. */
  brand?: string | undefined
  /** Of the pieces on this page, in their order. */
  dealIds: string[]
  /** Of the whole list. */
  total: number
}

/** A page that lists pieces of one kind: where they have their pages, not what they are. */
export function paidList({ origin, path, name, trail, brand, dealIds, total }: List) {
  const url = origin + path
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'CollectionPage',
        '@id': url,
        url,
        name,
        ...paidPart('.card h3'),
        ...(brand === undefined ? {} : { about: { '@type': 'Brand', name: brand } }),
        mainEntity: {
          '@type': 'ItemList',
          numberOfItems: total,
          itemListElement: dealIds.map((dealId, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            url: origin + paths.deal(dealId),
          })),
        },
      },
      breadcrumbs(origin, trail),
    ],
  }
}

/** Where a page stands among the others. */
function breadcrumbs(origin: string, trail: List['trail']) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** A page that leads to others of its kind. */
export function plainCollection({ origin, path, name }: Pick<List, 'origin' | 'path' | 'name'>) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'CollectionPage', '@id': origin + path, url: origin + path, name },
      breadcrumbs(origin, [{ name, path }]),
    ],
  }
}
