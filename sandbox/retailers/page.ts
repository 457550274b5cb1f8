import { z } from 'zod'
import { money } from '#sandbox/format.ts'

/** What a shop's page shows of a piece. */
export const Piece = z.object({
  retailer: z.string(),
  brand: z.string(),
  product: z.string(),
  salePriceCents: z.int().nullable(),
  originalPriceCents: z.int().nullable(),
  picture: z.string(),
  sizes: z.array(z.string()),
  description: z.string(),
})
export type Piece = z.infer<typeof Piece>

type Shown = { isSoldOut?: boolean; currency?: string; isRrp?: boolean }

/** A product page in a plain style, marked as a stand-in. */
export function retailerPage(
  address: URL,
  piece: Piece,
  { isSoldOut = false, currency = 'USD', isRrp = false }: Shown = {},
): string {
  const { sale, was } = { sale: price(piece.salePriceCents), was: price(piece.originalPriceCents) }
  return page(
    `${piece.product} | ${piece.retailer}`,
    piece.retailer,
    `<main>
      <img src="/sandbox/retailers/pictures/${encodeURIComponent(piece.picture)}" width="960" height="1200" alt="">
      <section>
        <p class="brand">${text(piece.brand)}</p>
        <h1>${text(piece.product)}</h1>
        <p class="price"><strong>${sale}</strong>${piece.originalPriceCents === null ? '' : ` ${isRrp ? `RRP ${was}` : `<s>${was}</s>`}`}</p>
        <p>${text(piece.description)}</p>
        ${sizes(piece.sizes)}
        <p class="bag">${isSoldOut ? 'Sold out' : 'Add to bag'}</p>
        <p class="note">This page stands in for ${text(address.hostname)}. The shop is fictional and nothing can be bought here.</p>
      </section>
    </main>`,
    structuredData(address, piece, { isSoldOut, currency, isRrp }),
  )
}

/** The structured data of a product page, as shops write it. */
function structuredData(
  address: URL,
  piece: Piece,
  { isSoldOut, currency, isRrp }: Required<Shown>,
) {
  const { salePriceCents: now, originalPriceCents: was } = piece
  const amount = (cents: number) => (cents / 100).toFixed(2)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: piece.product,
    brand: { '@type': 'Brand', name: piece.brand },
    image: [new URL(`/pictures/${piece.picture}`, address).href],
    url: address.href,
    offers: {
      '@type': 'Offer',
      url: address.href,
      ...(now !== null && { price: amount(now), priceCurrency: currency }),
      ...(was !== null && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: `https://schema.org/${isRrp ? 'MSRP' : 'StrikethroughPrice'}`,
          price: amount(was),
          priceCurrency: currency,
        },
      }),
      availability: `https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`,
    },
    ...(piece.sizes.length > 0 && { size: piece.sizes }),
  }
}

/** The shop's front page: a list of its pieces. */
export function frontPage(address: URL, pieces: Array<[string, Piece]>): string {
  const shop = pieces[0]?.[1].retailer ?? address.hostname
  return page(
    shop,
    shop,
    `<main class="missing"><h1>${text(shop)}</h1><ul>${pieces
      .map(([href, { product }]) => `<li><a href="${text(href)}">${text(product)}</a></li>`)
      .join('')}</ul></main>`,
    { '@context': 'https://schema.org', '@type': 'CollectionPage', name: shop },
  )
}

export function unknownPage(address: URL): string {
  return page(
    'Page not found',
    address.hostname,
    `<main class="missing"><h1>Page not found</h1>
      <p class="note">This page stands in for ${text(address.hostname)}, which has no such piece.</p></main>`,
  )
}

function page(title: string, shop: string, main: string, data?: object): string {
  // Text from the shop must not close the script element.
  const block = data && JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(title)}</title>
    <link rel="stylesheet" href="/sandbox/retailers/style.css">${block ? `<script type="application/ld+json">${block}</script>` : ''}</head>
    <body><header><p>${text(shop)}</p></header>${main}</body></html>`
}

function sizes(all: string[]): string {
  if (all.length === 0) return ''
  return `<ul class="sizes" aria-label="Sizes">${all.map((size) => `<li>${text(size)}</li>`).join('')}</ul>`
}

function price(cents: number | null): string {
  return cents === null ? 'Price on request' : money(cents)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function text(value: string): string {
  return value.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
