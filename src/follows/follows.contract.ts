import { z } from 'zod'
import { Deal, wholeNumber } from '#app/deals/deals.contract.ts'
import { LONGEST_NAME } from '#app/deals/deals.facts.ts'
import { isSizeKey } from '#app/deals/vocabulary/sizes.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { isId } from '#app/shared/ids.ts'
import {
  FOLLOW_KINDS,
  HIGHEST_CEILING,
  LAST_FOR_YOU_PAGE,
  LONGEST_FOLLOWED_SEARCH,
  MOST_FOLLOWS,
  MOST_FOUND_BRANDS,
  MOST_SIZES,
} from './follows.facts.ts'

/** A follow or hidden item, as its owner may see it now. */
export const Follow = z.object({
  id: z.string(),
  kind: z.enum(FOLLOW_KINDS),
  value: z
    .string()
    .nullable()
    .describe('As addresses have it; null while it rests on a membership that there is not'),
  label: z.string(),
  isHidden: z.boolean().describe('Left out, and not followed'),
  isAsleep: z.boolean().describe('Rests on a membership, and waits for one'),
  createdAt: z.iso.datetime(),
})
export type Follow = z.infer<typeof Follow>

export const Follows = z.object({
  follows: z.array(Follow).max(MOST_FOLLOWS),
  most: z.int(),
  wasSetUpOffered: z.boolean().describe('Whether they have answered the offer of the set-up'),
})
export type Follows = z.infer<typeof Follows>

export const FollowWish = z
  .object({
    kind: z.enum(FOLLOW_KINDS),
    value: z
      .string()
      .min(1)
      .max(LONGEST_FOLLOWED_SEARCH)
      .describe('The slug of a brand or a retailer, a category, or the filters of a search'),
    isHidden: z.boolean().default(false).describe('To leave it out'),
  })
  .refine(({ kind, isHidden }) => kind !== 'search' || !isHidden, 'a search cannot be left out')
export type FollowWish = z.infer<typeof FollowWish>

export const FollowParams = z.object({ id: z.string() })
export const FollowRemoved = z.object({ success: z.literal(true) })

/** A deal for a person, with the reasons in words. */
export const DealForYou = z.object({ deal: Deal, why: z.string() })
export type DealForYou = z.infer<typeof DealForYou>

export const ForYou = z.object({
  deals: z.array(DealForYou),
  total: z.int(),
  isSetUp: z.boolean(),
  asleep: z.int().describe('Choices that wait for a membership'),
  takenAway: z.string().optional().describe('The deal that was asked about, if it was taken away'),
})
export type ForYou = z.infer<typeof ForYou>

export const ForYouQuery = z.object({
  page: wholeNumber(1, LAST_FOR_YOU_PAGE).default(1),
  without: z
    .string('must be given once')
    .refine(isId, 'must be the id of a deal')
    .optional()
    .describe('Asks whether this deal was taken away'),
})
export type ForYouQuery = z.infer<typeof ForYouQuery>

export const DeclinedParams = z.object({ dealId: z.string() })
export const Declined = z.object({ isDeclined: z.boolean() })

function oneOf(field: 'department' | 'category') {
  const values = VOCABULARY[field].map(({ value }) => value)
  return z.string().refine((text) => values.includes(text), `must be one of our ${field} names`)
}
const department = oneOf('department')
const category = oneOf('category')
const slugs = z.array(z.string().min(1).max(LONGEST_NAME)).max(MOST_FOLLOWS)

/** The choices of the setup; always sent in full. */
export const SetupWish = z.object({
  departments: z.array(department).max(VOCABULARY.department.length),
  brands: slugs.describe('Slugs, as hidden ones are'),
  categories: z.array(category).max(VOCABULARY.category.length),
  sizes: z.array(z.string().refine(isSizeKey, 'must be a size')).max(MOST_SIZES),
  ceilings: z
    .partialRecord(category, z.int().min(1).max(HIGHEST_CEILING))
    .describe('Whole dollars, by category'),
  hiddenBrands: slugs,
  hiddenCategories: z.array(category).max(VOCABULARY.category.length),
})
export type SetupWish = z.infer<typeof SetupWish>

const BrandName = z.object({ slug: z.string(), name: z.string() })
export type BrandName = z.infer<typeof BrandName>

export const BrandsQuery = z.object({
  q: z
    .string('must be given once')
    .max(LONGEST_NAME, `must be at most ${LONGEST_NAME} characters`)
    .default(''),
})
export const FoundBrands = z.object({ brands: z.array(BrandName).max(MOST_FOUND_BRANDS) })
export type FoundBrands = z.infer<typeof FoundBrands>

/** How many deals of the last days would fit. */
export const Fit = z.object({ deals: z.int(), days: z.int() })
export type Fit = z.infer<typeof Fit>

export const Setup = z.object({
  wish: SetupWish,
  brands: z.array(BrandName).describe('The names of all brands that are followed or left out'),
  mostSeen: z.array(BrandName).describe('The brands with the most deals of late'),
  fit: Fit,
  isSetUp: z.boolean(),
})
export type Setup = z.infer<typeof Setup>

export const SetupDone = z.object({ success: z.literal(true) })
