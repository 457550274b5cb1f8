import type { GeneratedAlways } from 'kysely'
import type { Day, WithDefault } from './columns.ts'

export type DealsTables = {
  brands: BrandsTable
  retailers: RetailersTable
  pictures: PicturesTable
  imports: ImportsTable
  importMappings: ImportMappingsTable
  deals: DealsTable
  editionDeals: EditionDealsTable
  dealPictures: DealPicturesTable
  dealPictureNotes: DealPictureNotesTable
  priceObservations: PriceObservationsTable
  exchangeRates: ExchangeRatesTable
  certainLooks: CertainLooksTable
  fruitlessSearches: FruitlessSearchesTable
  feedDays: FeedDaysTable
  carousels: CarouselsTable
}

type PriceBasis = 'retailer' | 'rrp' | 'market' | 'unknown'

type BrandsTable = {
  id: string
  name: string
  nameKey: string
  slug: WithDefault<string>
  createdAt: WithDefault<Date>
  /** Under which its deals go now, since it has none itself. */
  successorId: WithDefault<string | null>
}

type RetailersTable = {
  id: string
  name: string
  nameKey: string
  slug: WithDefault<string>
  shipsTo: WithDefault<string[]>
  domain: string
  linkTemplate: string | null
  network: string | null
  subIdParameter: string | null
  /** Hundredths of a percent. */
  commission: number | null
  isNeverChecked: WithDefault<boolean>
  deliveryCents: number | null
  freeDeliveryFromCents: number | null
  duties: string | null
  returnDays: number | null
  termsDay: Day | null
  registryVersion: WithDefault<number>
  createdAt: WithDefault<Date>
}

type PicturesTable = {
  id: string
  width: number
  height: number
  placeholder: string
  createdAt: WithDefault<Date>
  /** How it looks, coarsely: 64 bits in hexadecimal digits; none of before they were made. */
  likeness: WithDefault<string | null>
  /** What the last sweep found of its files, and when that was. */
  fault: WithDefault<'missing' | 'unreadable' | null>
  sweptAt: WithDefault<Date | null>
}

type ImportsTable = {
  id: string
  fileName: string
  fileSha256: string
  createdCount: number
  createdAt: WithDefault<Date>
  state: WithDefault<'imported' | 'refused' | 'undone'>
  rowCount: number | null
  duplicateCount: WithDefault<number>
  problemCount: WithDefault<number>
  updatedCount: WithDefault<number>
  actorName: string | null
  undoneAt: Date | null
  undoneCount: number | null
}

/** What a person said that the columns of a retailer's sheets mean. */
type ImportMappingsTable = {
  retailerId: string
  headingKey: string
  heading: string
  /** Empty for a column that is left aside. */
  field: string
  usedAt: Date
}

type DealsTable = {
  id: string
  /** Null while a draft has no brand yet. */
  brandId: string | null
  retailerId: string
  productName: string
  originalPriceCents: number | null
  salePriceCents: number | null
  /** As stated, whatever it rests on; what is shown and used are `wasCents` and `offPerMille`. */
  discountPerMille: GeneratedAlways<number | null>
  /** What the original price rests on, and what follows from all that was observed. */
  priceBasis: WithDefault<PriceBasis>
  lowestBeforeCents: WithDefault<number | null>
  reducedSince: WithDefault<Date | null>
  isPriceProven: WithDefault<boolean>
  /** As it is sold where that is not in dollars: with the day of the rate by which the dollars were made. */
  priceCurrency: WithDefault<string>
  foreignWasHundredths: WithDefault<number | null>
  foreignNowHundredths: WithDefault<number | null>
  rateDay: WithDefault<Day | null>
  wasCents: GeneratedAlways<number | null>
  offPerMille: GeneratedAlways<number | null>
  buyUrl: string
  buyUrlKey: string
  domain: string
  cardPictureId: string | null
  department: string | null
  category: string | null
  colour: string | null
  /** By the field that they are for: a term supposed from the name, a word not understood. */
  guessedTerms: WithDefault<Record<string, string>>
  unreadTerms: WithDefault<Record<string, string>>
  /** As the retailer says them, and the keys by which they are compared (`sizes.facts.ts`). */
  sizes: WithDefault<string[]>
  sizeKeys: WithDefault<string[]>
  /** With fourteen digits, shorter ones after zeros; by these two a piece is known again elsewhere. */
  gtin: WithDefault<string | null>
  styleNumber: WithDefault<string | null>
  isPreview: WithDefault<boolean>
  isPublished: WithDefault<boolean>
  showInSplash: WithDefault<boolean>
  carouselAssignment: WithDefault<number>
  /** When it comes out and when it ends by itself. */
  startsAt: Date | null
  endsAt: Date | null
  /** A draft that comes out at `startsAt`. */
  isScheduled: WithDefault<boolean>
  endedAt: WithDefault<Date | null>
  endedReason: WithDefault<'time' | 'sold-out' | 'gone' | 'price-up' | 'withdrawn' | null>
  /** It has ended, and the business day on which it did is over. */
  hasLeftFeed: WithDefault<boolean>
  /** Since when members say that it is gone, and nobody has looked. */
  saidGoneAt: WithDefault<Date | null>
  /** The last business day on which it was one of the free deals and then was not any more. */
  wasFreeOn: WithDefault<Day | null>
  importId: string | null
  createdAt: WithDefault<Date>
  publishedAt: Date | null
  publishedDay: GeneratedAlways<Day | null>
  feedPosition: WithDefault<number>
  deletedAt: Date | null
  /** Of a deleted deal: whether it was published. */
  wasPublished: WithDefault<boolean>
  version: WithDefault<number>
  createdDay: GeneratedAlways<Day>
}

/** What is to be in the edition of a day, and in which order. */
type EditionDealsTable = {
  dealId: string
  day: Day
  /** Among those that go out at one moment; becomes `feedPosition` then. */
  position: number
  version: WithDefault<number>
  placedBy: WithDefault<string>
  placedAt: Date
}

type DealPicturesTable = { dealId: string; position: number; pictureId: string }

/** What a curator has said of a picture of a deal: in words, and where in it the piece is. */
type DealPictureNotesTable = {
  dealId: string
  pictureId: string
  alternative: WithDefault<string>
  /** In per mille from left and top. */
  focusX: number | null
  focusY: number | null
  /** Said to be another than one that looks the same. */
  isKept: WithDefault<boolean>
}

/** The history behind a price: only ever added to, and kept when its deal is gone. */
type PriceObservationsTable = {
  id: GeneratedAlways<number>
  dealId: string
  observedAt: WithDefault<Date>
  /** Was and now; a check that saw no price before says nothing of it. */
  originalPriceCents: number | null
  salePriceCents: number | null
  source: string
  /** Room for a picture of the retailer's page. */
  evidencePictureId: WithDefault<string | null>
  basis: WithDefault<PriceBasis>
  seenBy: WithDefault<string | null>
  seenAddress: WithDefault<string | null>
  seenOn: WithDefault<Day | null>
  /** Our check saw it, or a person who says where and when. */
  isCertain: WithDefault<boolean>
  /** As it stood there, where that was not in dollars. */
  seenCurrency: WithDefault<string | null>
  seenWasHundredths: WithDefault<number | null>
  seenNowHundredths: WithDefault<number | null>
  /** What the page said of itself. */
  seenText: WithDefault<string | null>
}

/** What a unit of a currency is in dollars, from a day on. */
type ExchangeRatesTable = {
  currency: string
  day: Day
  dollars: number
  toldBy: string
  toldAt: Date
}

/** When somebody last looked for certain at what a deal costs. */
type CertainLooksTable = { dealId: string; lookedAt: Date }

type FruitlessSearchesTable = {
  words: string
  week: Day
  /** As counted before there was the wider sketch. */
  people: WithDefault<number>
  /** A bit for each who searched, shared with every 1,024th. */
  sketch: WithDefault<string>
}

type CarouselsTable = {
  number: number
  title: WithDefault<string>
  position: number
  isShown: WithDefault<boolean>
}

type FeedDaysTable = {
  publishedDay: Day
  /** Up to this day: what the feed lists, what of it lives, and what is out, ended long ago or not. */
  dealsThrough: number
  livingThrough: WithDefault<number>
  publishedThrough: WithDefault<number>
}
