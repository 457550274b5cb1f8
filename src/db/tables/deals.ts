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
  /** The brand that its deals were merged into. */
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
  /** In hundredths of a percent. */
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
  /** Perceptual hash, 64 bits in hexadecimal; null for older pictures. */
  likeness: WithDefault<string | null>
  /** Result and time of the last check of its files. */
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

/** Meaning of columns in a retailer's sheets, as a person assigned them. */
type ImportMappingsTable = {
  retailerId: string
  headingKey: string
  heading: string
  /** Empty for an ignored column. */
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
  /** As stated by the retailer; displays and queries use `wasCents` and `offPerMille`. */
  discountPerMille: GeneratedAlways<number | null>
  /** Basis of the original price, and values derived from all observations. */
  priceBasis: WithDefault<PriceBasis>
  lowestBeforeCents: WithDefault<number | null>
  reducedSince: WithDefault<Date | null>
  isPriceProven: WithDefault<boolean>
  /** Currency it is sold in, if not dollars, with the day of the exchange rate used. */
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
  /** By field: terms guessed from the name, and words that were not understood. */
  guessedTerms: WithDefault<Record<string, string>>
  unreadTerms: WithDefault<Record<string, string>>
  /** Sizes as the retailer writes them, and keys for comparing them (`size-keys.facts.ts`). */
  sizes: WithDefault<string[]>
  sizeKeys: WithDefault<string[]>
  /** Padded to fourteen digits. By these two the same piece is recognized at other shops. */
  gtin: WithDefault<string | null>
  styleNumber: WithDefault<string | null>
  isPreview: WithDefault<boolean>
  isPublished: WithDefault<boolean>
  showInSplash: WithDefault<boolean>
  carouselAssignment: WithDefault<number>
  /** When it goes live, and when it ends by itself. */
  startsAt: Date | null
  endsAt: Date | null
  /** A draft that goes live at `startsAt`. */
  isScheduled: WithDefault<boolean>
  endedAt: WithDefault<Date | null>
  endedReason: WithDefault<'time' | 'sold-out' | 'gone' | 'price-up' | 'withdrawn' | null>
  /** It has ended, and that business day is over. */
  hasLeftFeed: WithDefault<boolean>
  /** Time of the first member report that it is gone, until somebody has looked. */
  saidGoneAt: WithDefault<Date | null>
  /** Business day on which it was one of the free deals just before one of them ended: it stays readable that day. */
  wasFreeOn: WithDefault<Day | null>
  importId: string | null
  createdAt: WithDefault<Date>
  publishedAt: Date | null
  publishedDay: GeneratedAlways<Day | null>
  feedPosition: WithDefault<number>
  deletedAt: Date | null
  /** For a deleted deal: whether it was published. */
  wasPublished: WithDefault<boolean>
  version: WithDefault<number>
  createdDay: GeneratedAlways<Day>
}

/** Planned editions: deals of a day and their order. */
type EditionDealsTable = {
  dealId: string
  day: Day
  /** Order among deals that go out at the same moment; becomes `feedPosition`. */
  position: number
  version: WithDefault<number>
  placedBy: WithDefault<string>
  placedAt: Date
}

type DealPicturesTable = { dealId: string; position: number; pictureId: string }

/** A curator's notes on a picture: its alternative text and focal point. */
type DealPictureNotesTable = {
  dealId: string
  pictureId: string
  alternative: WithDefault<string>
  /** Focal point, in per mille from left and top. */
  focusX: number | null
  focusY: number | null
  /** A person confirmed that it differs from one that looks the same. */
  isKept: WithDefault<boolean>
}

/** Price history; append-only, and kept when its deal is deleted. */
type PriceObservationsTable = {
  id: GeneratedAlways<number>
  dealId: string
  observedAt: WithDefault<Date>
  /** Former and current price; the former is null when a check did not see one. */
  originalPriceCents: number | null
  salePriceCents: number | null
  source: string
  /** Reserved for a screenshot of the retailer's page. */
  evidencePictureId: WithDefault<string | null>
  basis: WithDefault<PriceBasis>
  seenBy: WithDefault<string | null>
  seenAddress: WithDefault<string | null>
  seenOn: WithDefault<Day | null>
  /** Seen by our check, or by a person who states where and when. */
  isCertain: WithDefault<boolean>
  /** The price in its original currency, if not dollars. */
  seenCurrency: WithDefault<string | null>
  seenWasHundredths: WithDefault<number | null>
  seenNowHundredths: WithDefault<number | null>
  /** Text found on the page. */
  seenText: WithDefault<string | null>
}

/** Value of a currency unit in dollars, from a day on. */
type ExchangeRatesTable = {
  currency: string
  day: Day
  dollars: number
  toldBy: string
  toldAt: Date
}

/** When the price of a deal was last seen for certain. */
type CertainLooksTable = { dealId: string; lookedAt: Date }

type FruitlessSearchesTable = {
  words: string
  week: Day
  /** The count from before the wider sketch existed. */
  people: WithDefault<number>
  /** Bitmap for estimating distinct searchers: each person hashes to one of 1,024 bits. */
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
  /** Cumulative up to this day: deals listed in the feed, live ones, and all that ever went out. */
  dealsThrough: number
  livingThrough: WithDefault<number>
  publishedThrough: WithDefault<number>
}
