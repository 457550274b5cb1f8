import { z } from 'zod'
import { Deal, EditionDay, EditionSize, wholeNumber } from './deals.contract.ts'
import { FEED_PAGE_SIZE, LARGEST_FEED_PAGE, LAST_PAGE } from './deals.facts.ts'
import { Delivery } from './registry.contract.ts'

/** A brand, category or retailer: its slug, its name and how many living deals it has. */
const Place = z.object({ slug: z.string(), name: z.string(), deals: z.int() })
export type Place = z.infer<typeof Place>

/** Figures of the living deals at one address. */
const DealFigures = z.object({
  deals: z.int(),
  lowestPrice: z.number().nullable().describe('US dollars; null while no price is known'),
  largestSaving: z
    .number()
    .nullable()
    .describe('US dollars; null where nothing is known to be saved'),
  largestDiscount: z.number().nullable().describe('Percent off, one decimal'),
  newestDay: z.iso.date().nullable().describe('The day of the edition that the newest came with'),
})
export type DealFigures = z.infer<typeof DealFigures>

/** Sorted by name. */
export const PlaceList = z.array(Place)
export type PlaceList = z.infer<typeof PlaceList>

export const BrandPage = z.object({
  slug: z.string(),
  name: z.string(),
  figures: DealFigures,
  categories: PlaceList.describe('In the order of the vocabulary'),
})
export type BrandPage = z.infer<typeof BrandPage>

/** A first-level category with its subcategories. */
const CategoryTree = Place.extend({
  below: z.array(Place),
  picture: z.string().nullable().describe('Of its newest deal: a key under /ndc-images/'),
  placeholder: z.string().nullable().describe('The colour of its place until it has loaded'),
})
export type CategoryTree = z.infer<typeof CategoryTree>

export const CategoryTrees = z.array(CategoryTree)
export type CategoryTrees = z.infer<typeof CategoryTrees>

export const CategoryPage = z.object({
  slug: z.string(),
  name: z.string(),
  figures: DealFigures,
  above: Place.nullable().describe('Of the second level: the first'),
  beside: z.array(Place).describe('Those below it, or on its level, that have deals'),
  brands: z.array(Place).describe('With the most deals in it'),
})
export type CategoryPage = z.infer<typeof CategoryPage>

export const RetailerPage = z.object({
  slug: z.string(),
  name: z.string(),
  figures: DealFigures,
  brands: z.array(Place).describe('With the most deals there'),
})
export type RetailerPage = z.infer<typeof RetailerPage>

export const EditionPage = z.object({
  day: z.iso.date(),
  figures: DealFigures,
  size: EditionSize,
  earlier: EditionSize.nullable().describe('The one before it'),
  later: EditionSize.nullable(),
  today: z.iso.date().describe('The business day on which this was asked'),
})
export type EditionPage = z.infer<typeof EditionPage>

export const EditionYear = z.object({
  year: z.string(),
  years: z.array(z.string()).describe('Those with an edition, newest first'),
  editions: z.array(EditionSize).describe('Of this year, newest first'),
  today: z.iso.date().describe('The business day on which this was asked'),
})
export type EditionYear = z.infer<typeof EditionYear>

/** What is shown beside a deal. */
export const Related = z.object({
  ofBrand: z.array(Deal),
  ofCategory: z.array(Deal).describe('Of other brands, where there are enough of them'),
  elsewhere: z
    .array(Deal)
    .optional()
    .describe('For members: the same piece at other retailers, the lowest price first'),
  delivery: Delivery.optional().describe(
    'For members: how its retailer delivers, once somebody has read it',
  ),
})
export type Related = z.infer<typeof Related>

/** Page and page size of a list. */
export const Paging = z.object({
  page: wholeNumber(1, LAST_PAGE).default(1),
  limit: wholeNumber(1, LARGEST_FEED_PAGE).default(FEED_PAGE_SIZE),
})

/** Not validated further: an unknown slug is answered 404. */
export const SlugParams = z.object({ slug: z.string() })
export const EditionParams = z.object({ day: EditionDay })
export const EditionsQuery = z.object({
  year: z
    .string()
    .regex(/^20\d\d$/, 'must be a year, such as 2026')
    .optional()
    .describe('Without it, that of the newest edition'),
})
