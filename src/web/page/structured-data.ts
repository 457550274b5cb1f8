import { paths } from '#app/shared/paths.ts'
import type { Club } from '#app/shared/site.ts'

/*
 * Structured data in the vocabulary of schema.org. It says nothing that the page does not show to visitors.
 */

/** Marks the part of a page, given by a CSS selector, that only members can read. */
function paidPart(cssSelector: string) {
  return {
    isAccessibleForFree: false,
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector },
  }
}

/** A list of pieces whose names are for members. Kept short because the size of the feed matters. */
export function paidCollection(cssSelector: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    ...paidPart(cssSelector),
  }
}

type Piece = {
  /** Absolute URL of its page. */
  url: string
  brand: string
  images: string[]
  /** US dollars; null when unknown. */
  price: number | null
  originalPrice: number | null
  /**
   * What the original price is based on: `retailer`, `rrp`, or another basis that schema.org has no type for.
   */
  basis: string
  /** As the retailer writes them. */
  sizes: string[]
  /** Why the deal has ended; null while it runs. */
  endedReason: string | null
  /** The day on which it ended or will end. */
  lastDay: string | undefined
}

/** The page of one piece as visitors see it: without its name and retailer. */
export function paidPiece(piece: Piece, cssSelector: string) {
  const { url, brand, price, images } = piece
  const page = { '@type': 'WebPage', '@id': url, url, ...paidPart(cssSelector) }
  // Search engines ignore a product without an offer.
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

/** Stock of marked-down items is always limited; an ended deal is no longer offered. */
function availabilityOf(endedReason: string | null): string {
  if (endedReason === null) return 'LimitedAvailability'
  return endedReason === 'sold-out' ? 'SoldOut' : 'Discontinued'
}

type Question = { question: string; answer: string }

/** The club, its site, and the questions on the front page. */
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
  /** The breadcrumb trail, from the first page to this one. */
  trail: Array<{ name: string; path: string }>
  /** The brand, if all pieces are of one. */
  brand?: string | undefined
  /** The deals on this page, in order. */
  dealIds: string[]
  /** The number of deals in the whole list. */
  total: number
}

/** A page that lists pieces of one kind: links to their pages, without their names. */
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

/** The breadcrumbs of a page. */
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

/** A page that links to others of its kind. */
export function plainCollection({ origin, path, name }: Pick<List, 'origin' | 'path' | 'name'>) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'CollectionPage', '@id': origin + path, url: origin + path, name },
      breadcrumbs(origin, [{ name, path }]),
    ],
  }
}
