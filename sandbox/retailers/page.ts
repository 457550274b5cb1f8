import { z } from 'zod'

/** What a shop knows of a piece it sells. */
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

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** A plain shop's page in a style of its own, which says that it is a stand-in. */
export function retailerPage(address: URL, piece: Piece): string {
  const { sale, was } = { sale: price(piece.salePriceCents), was: price(piece.originalPriceCents) }
  return page(
    `${piece.product} | ${piece.retailer}`,
    piece.retailer,
    `<main>
      <img src="/sandbox/retailers/pictures/${encodeURIComponent(piece.picture)}" width="960" height="1200" alt="">
      <section>
        <p class="brand">${text(piece.brand)}</p>
        <h1>${text(piece.product)}</h1>
        <p class="price"><strong>${sale}</strong>${piece.originalPriceCents === null ? '' : ` <s>${was}</s>`}</p>
        <p>${text(piece.description)}</p>
        ${sizes(piece.sizes)}
        <p class="bag">Add to bag</p>
        <p class="note">This page stands in for ${text(address.hostname)}. The shop is fictional and nothing can be bought here.</p>
      </section>
    </main>`,
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

function page(title: string, shop: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(title)}</title>
    <link rel="stylesheet" href="/sandbox/retailers/style.css"></head>
    <body><header><p>${text(shop)}</p></header>${main}</body></html>`
}

function sizes(all: string[]): string {
  if (all.length === 0) return ''
  return `<ul class="sizes" aria-label="Sizes">${all.map((size) => `<li>${text(size)}</li>`).join('')}</ul>`
}

function price(cents: number | null): string {
  return cents === null ? 'Price on request' : money.format(cents / 100)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function text(value: string): string {
  return value.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
