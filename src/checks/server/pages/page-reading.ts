/** What a shop's page says about itself in machine-readable form. */
export type PageReading = {
  /** A product page, a list of products, a page saying "not found", a bot wall, or anything else. */
  kind: 'product' | 'list' | 'missing' | 'wall' | 'other'
  title: string
  /** The page's canonical address. */
  canonical: string | null
  product: PageProduct | null
  /** The page's own structured data, as text of at most 4 KB. */
  evidence: string
}

export type PageProduct = {
  name: string | null
  brand: string | null
  gtin: string | null
  styleNumber: string | null
  colour: string | null
  /** The available sizes, in the shop's wording. */
  sizes: string[]
  pictures: string[]
  offers: PageOffer[]
  availability: Availability
  /** Where its prices come from. */
  from: 'json-ld' | 'microdata' | 'tags'
}

export type Availability = 'in' | 'out' | 'unknown'

export type PageOffer = {
  /** Null if no number could be read. */
  nowCents: number | null
  /** The upper end of a price range. */
  highCents: number | null
  wasCents: number | null
  /** Whether the earlier price is the shop's own or the recommended retail price. */
  wasBasis: 'retailer' | 'rrp' | null
  /** The three-letter code. */
  currency: string | null
  availability: Availability
  size: string | null
  url: string | null
}

/** A fetched page with what is needed to read it. */
export type PageToRead = {
  url: string
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}
