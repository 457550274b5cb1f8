import { z } from 'zod'
import { SORTS } from '#app/deals/filters/filters.facts.ts'
import { PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import { FILTER_NAMES } from '#app/shared/filter-names.ts'
import { FEED_PAGE_SIZE, LARGEST_FEED_PAGE, LAST_CAROUSEL, LAST_PAGE } from './deals.facts.ts'
import { ENDED_REASONS, SHOWN_STATES } from './life.facts.ts'

const perMille = z.int().min(0).max(1000)
/** The focal point of a picture. */
export const FocusPoint = z
  .tuple([perMille, perMille])
  .describe('Per mille from left and from top: what stays in sight where it is cut')

const term = z.string().nullable().describe('A value of the vocabulary; null while it is not said')

/** Guesses from a deal's name for fields that are not set. */
const Guessed = z.object({ department: z.string(), category: z.string(), colour: z.string() })

/** What the was-price rests on, and how certain it is. */
export const DealPrice = z.object({
  basis: z
    .enum(PRICE_BASES)
    .describe('Of `originalPrice`: the retailer’s own, recommended (RRP), elsewhere, or unknown'),
  isProven: z.boolean().describe('We saw it ourselves; otherwise it is as stated'),
  isLowest: z
    .boolean()
    .describe('It is the lowest of the 30 days before the reduction, below what was stated'),
  since: z.iso.date().describe('The business day on which this reduction was first seen'),
  isFull: z
    .literal(true)
    .optional()
    .describe('It costs what it did before, or more: nothing is off, and `originalPrice` is null'),
})
export type DealPrice = z.infer<typeof DealPrice>

/** A curator's note on a picture; the same for every viewer. */
const PictureNote = z.object({
  alternative: z.string().optional().describe('What it shows, for those who do not see it'),
  focus: FocusPoint.optional(),
})

/**
 * A deal as one viewer may see it. `productName`, `domain` and `retailer` are paid content: present when
 * `isAccessible` is true, absent otherwise. Lists never include the link itself.
 */
export const Deal = z.object({
  id: z.string(),
  brandName: z.string(),
  brandSlug: z.string().nullable().describe('Of its brand in addresses; null without a brand'),
  productName: z.string().optional(),
  originalPrice: z
    .number()
    .nullable()
    .describe('The price before that is used, in US dollars; null when nothing is claimed of it'),
  salePrice: z.number().nullable().describe('US dollars, two decimals; null when unknown'),
  discount: z
    .number()
    .nullable()
    .describe('Percent off, one decimal; null while a price is unknown'),
  price: DealPrice,
  department: term,
  category: term,
  colour: term,
  sizes: z.array(z.string()).describe('As the retailer says them: `IT 40`, `M`, `One size`'),
  guessed: Guessed.partial().optional().describe('For members: what its name lets suppose'),
  domain: z.string().optional(),
  retailer: z.string().optional(),
  retailerSlug: z.string().optional().describe('Of its retailer in addresses'),
  inShop: z
    .object({
      currency: z.string(),
      was: z.number().nullable(),
      now: z.number().nullable(),
      ratedOn: z.iso.date().describe('Of the rate by which the dollars were made'),
    })
    .optional()
    .describe('For members: the prices as they stand at the shop, where that is not in dollars'),
  images: z.array(z.string()).describe('Further pictures: keys under /ndc-images/'),
  dealCardImageUrl: z.string().nullable().describe('The first picture: a key under /ndc-images/'),
  imagePlaceholder: z
    .string()
    .nullable()
    .describe('The colour of the picture’s place until it has loaded, as #rrggbb'),
  pictureNotes: z
    .record(z.string(), PictureNote)
    .optional()
    .describe('By the key of a picture; absent where nothing is said of any'),
  isAccessible: z.boolean().describe('Whether this viewer may open it'),
  isPreview: z.boolean(),
  isPublished: z.boolean(),
  showInSplash: z.boolean(),
  carouselAssignment: z.int().describe(`1 to ${LAST_CAROUSEL}; 0 for none`),
  createdAt: z.iso.datetime(),
  publishedAt: z.iso
    .datetime()
    .nullable()
    .describe('When it came into the feed, on whose day it stands there'),
  state: z
    .enum(SHOWN_STATES)
    .describe('An ended deal stays published; it is not to be had any more'),
  endsAt: z.iso.datetime().nullable().describe('When it ends by itself; null when nobody has said'),
  endedAt: z.iso
    .datetime()
    .nullable()
    .describe('For who is no member no more than the day, unless it ended by itself'),
  endedReason: z.enum(ENDED_REASONS).nullable(),
  mayBeGone: z.boolean().describe('Members say that it is gone, and nobody has looked yet'),
})
export type Deal = z.infer<typeof Deal>

/** A deal requested by itself; includes the link for viewers who may open it. */
export const DealWithLink = Deal.extend({ buyUrl: z.string().optional() })
export type DealWithLink = z.infer<typeof DealWithLink>

export const Deals = z.array(Deal)

/** The size of one whole edition, independent of paging. */
export const EditionSize = z.object({
  day: z.iso.date(),
  deals: z.int(),
  ended: z.int().describe('How many of them have ended'),
})
export type EditionSize = z.infer<typeof EditionSize>

/** The newest days that have deals, newest first. */
export const Editions = z.array(EditionSize)
export type Editions = z.infer<typeof Editions>

/** A filter value in the address that was not understood. */
export const LeftOut = z.object({
  name: z.enum(FILTER_NAMES),
  value: z.string().describe('As it was given, cut where it is long'),
  message: z.string().describe('Behind the name: `must be ...`'),
})

export const DealsPage = z.object({
  deals: z.array(Deal),
  pagination: z.object({
    currentPage: z.int(),
    totalPages: z.int(),
    totalDeals: z.int(),
    endedDeals: z.int().describe('How many of all these have ended'),
    hasNextPage: z.boolean(),
  }),
  today: z.iso.date().describe('The business day on which this was asked'),
  days: z
    .array(EditionSize)
    .describe('Those with a deal on this page, the newest first; none where the list is narrowed'),
  searchedFor: z
    .string()
    .optional()
    .describe('The words that were looked for, where wrong letters were forgiven'),
  leftOut: z.array(LeftOut).optional().describe('Where it was asked for leniently'),
})
export type DealsPage = z.infer<typeof DealsPage>

/** Figures of the published catalogue, which the claims of the site are made from. */
export const CatalogueStats = z.object({
  retailers: z.int().describe('With a deal in the feed; 0 while nothing is published'),
  brands: z.int(),
  dealsADay: z.int().describe('On average over the last seven whole business days, rounded down'),
  lowestDiscount: z
    .int()
    .nullable()
    .describe('Whole percent, rounded down; null when it is not known of every deal'),
  highestDiscount: z.int().nullable().describe('Whole percent, rounded down'),
  upToDiscount: z
    .int()
    .nullable()
    .describe('Whole percent: the most of which a tenth of the living deals reach five less'),
  today: z.iso.date().describe('The business day on which they were counted'),
})
export type CatalogueStats = z.infer<typeof CatalogueStats>

/** A whole number in plain digits, given once: no signs, exponents or lists. */
export function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string(message)
    .regex(/^\d{1,7}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
}

const NO_DAY = 'must be a day, such as 2026-11-21'

/** A business day that may have an edition. Only years 20xx: others would cost a query for nothing. */
export const EditionDay = z.iso.date(NO_DAY).regex(/^20/, NO_DAY)

/** Raw values: `readFilters` parses them, so that every problem is worded in one place. */
const given = z.union([z.string(), z.array(z.string())]).optional()
const several = given.describe('One or several, in one value with commas or in several')
const ofMembers = given.describe('For members; from anybody else it is refused, whatever it says')

/** The filters of a list of deals, see `filters.facts.ts`. */
export const FiltersQuery = z.object({
  q: given.describe(
    'Words: brand, category, colour; for members product name and retailer as well',
  ),
  department: several,
  category: several.describe('One of the first level includes those below it'),
  brand: several.describe('Slugs'),
  colour: several,
  size: several.describe('Comparable keys'),
  retailer: ofMembers,
  'not-retailer': ofMembers,
  ships: ofMembers,
  'not-brand': several,
  'not-category': several,
  min: given.describe('Sale price from, in whole dollars'),
  max: given.describe('Sale price up to, in whole dollars'),
  off: given.describe('At least so many percent off'),
  save: given.describe('At least so many dollars off'),
  day: given.describe('`today`, `week`, `month`, or a day as YYYY-MM-DD'),
  sort: given.describe(`One of ${SORTS.join(', ')}`),
  ended: given.describe('`1`: those that have ended as well'),
  lenient: z
    .literal('1', 'must be 1')
    .optional()
    .describe('What is not understood is left out and named in `leftOut`, where it is else a 400'),
})

export const FeedQuery = FiltersQuery.extend({
  page: given.describe(`1 to ${LAST_PAGE}`),
  limit: wholeNumber(1, LARGEST_FEED_PAGE).default(FEED_PAGE_SIZE),
})

/** Pages ask without the link: their answers are cached and do not count as opened links. */
export const DealQuery = z.object({ link: z.literal('none').optional() })

export const DealParams = z.object({ dealId: z.string() })
export const CarouselParams = z.object({ carouselId: wholeNumber(1, LAST_CAROUSEL) })
