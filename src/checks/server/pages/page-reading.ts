/** What a page of a shop says of itself, as far as machines can read it. */
export type PageReading = {
  /** A piece; a list of pieces; that there is nothing here; a wall against machines; anything else. */
  kind: 'product' | 'list' | 'missing' | 'wall' | 'other'
  title: string
  /** Where the page says that it is at home. */
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
  /** Those that can be had, as the shop says them. */
  sizes: string[]
  pictures: string[]
  offers: PageOffer[]
  availability: Availability
  /** The field is called by where its prices come from. */
  from: 'json-ld' | 'microdata' | 'tags'
}

export type Availability = 'in' | 'out' | 'unknown'

export type PageOffer = {
  /** Null where no number could be read. */
  nowCents: number | null
  /** Of a range, up to. */
  highCents: number | null
  wasCents: number | null
  /** Whose earlier price it is. */
  wasBasis: 'retailer' | 'rrp' | null
  /** Three capital letters. */
  currency: string | null
  availability: Availability
  size: string | null
  url: string | null
}

/** How a page was fetched, as far as reading it needs. */
export type PageToRead = {
  url: string
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}
