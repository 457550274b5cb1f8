import { z } from 'zod'
import { LIST_SORTS, PICTURE_LACKS } from '#app/deals/deal-list.facts.ts'
import { wholeNumber } from '#app/deals/deals.contract.ts'
import { LAST_CAROUSEL, LAST_PAGE, LONGEST_NAME } from '#app/deals/deals.facts.ts'
import { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { SeenOfWarnings, WarningGroup } from '#app/deals/editing/warnings.contract.ts'
import { LIFE_STATES, REASONS_TO_END } from '#app/deals/life.facts.ts'
import {
  ADMIN_PAGE_SIZE,
  LARGEST_ADMIN_PAGE,
  LONGEST_DEAL_IDS,
  LONGEST_IMPORT_ID,
  LONGEST_SEARCH,
  MOST_AT_ONCE,
} from './admin.facts.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** PostgreSQL text cannot hold NUL. */
function words(longest: number) {
  return z
    .string()
    .max(longest)
    .regex(/^[^\0]*$/, 'is not text')
}

/** Filters of Manage Deals; each narrows further. */
export const AdminDealsQuery = z.object({
  page: wholeNumber(1, LAST_PAGE).default(1),
  limit: wholeNumber(1, LARGEST_ADMIN_PAGE).default(ADMIN_PAGE_SIZE),
  q: words(LONGEST_SEARCH).default('').describe('Every word occurs in brand, name or shop'),
  day: z.iso.date().optional().describe('Entered on this business day'),
  brand: words(LONGEST_NAME).optional().describe('The brand’s name'),
  retailer: words(LONGEST_NAME).optional().describe('The retailer’s name'),
  state: z
    .enum(['all', 'published', 'unpublished', ...LIFE_STATES])
    .default('all')
    .describe('published: live or ended; unpublished: drafts and what is scheduled'),
  preview: flag.optional(),
  splash: flag.optional(),
  carousel: wholeNumber(0, LAST_CAROUSEL).optional(),
  importId: words(LONGEST_IMPORT_ID).optional(),
  picture: z.enum(PICTURE_LACKS).optional().describe('What its pictures lack'),
  sort: z.enum(LIST_SORTS).optional().describe('Otherwise by when they were entered, newest first'),
  ids: words(LONGEST_DEAL_IDS).optional().describe('These deals only, separated by commas'),
})
export type AdminDealsQuery = z.infer<typeof AdminDealsQuery>

export const AdminDealsPage = z.object({
  deals: z.array(ManagedDeal).describe('Newest first by createdAt'),
  pagination: z.object({
    currentPage: z.int(),
    totalPages: z.int(),
    totalDeals: z.int(),
    hasNextPage: z.boolean(),
  }),
})
export type AdminDealsPage = z.infer<typeof AdminDealsPage>

const Count = z.object({ name: z.string(), deals: z.int() })

/** The values that the filters of Manage Deals offer. */
export const AdminDealFilters = z.object({
  brands: z.array(Count).describe('By name'),
  retailers: z.array(Count).describe('By name'),
  days: z.array(Count).describe('The newest first, at most 120'),
  total: z.int(),
  unpublished: z.int(),
  lost: z.int().describe('With a picture that does not load'),
  states: z.record(z.enum(LIFE_STATES), z.int()).describe('How many deals are in each'),
})
export type AdminDealFilters = z.infer<typeof AdminDealFilters>

export const CheckLink = z.object({ buyUrl: z.string().max(4096) })

/** What the server knows about a link before the deal is saved. */
export const LinkFacts = z.object({
  buyUrl: z.string().describe('As it would be stored'),
  domain: z.string(),
  retailer: z.object({ name: z.string(), isKnown: z.boolean() }),
  duplicate: ManagedDeal.nullable().describe('The deal that leads to the same piece already'),
})
export type LinkFacts = z.infer<typeof LinkFacts>

const ids = z.array(z.string().max(40)).min(1).max(MOST_AT_ONCE)
export const ManyDeals = z.object({ ids })
export const EndMany = z.object({ ids, reason: z.enum(REASONS_TO_END) })
export const PublishMany = z.object({ ids, isPublished: z.boolean(), seenWarnings: SeenOfWarnings })
export const BringBackMany = ManyDeals.extend({ seenWarnings: SeenOfWarnings })
/** `left` are the deals that could not be changed, each with the reason. */
export const ManyChanged = z.object({
  changed: z.array(z.string()),
  left: z.array(z.object({ id: z.string(), reason: z.string() })),
})
export type ManyChanged = z.infer<typeof ManyChanged>

export const PublishDeal = z.object({ isPublished: z.boolean(), seenWarnings: SeenOfWarnings })

/** The warnings to confirm before deals go out. */
export const DealWarnings = z.object({ warnings: z.array(WarningGroup) })
export type DealWarnings = z.infer<typeof DealWarnings>
/** The specification sends one flag a call; several are accepted too. */
export const SwitchDeal = z
  .object({
    showInSplash: z.boolean(),
    carouselAssignment: z.int().min(0).max(LAST_CAROUSEL),
    isPreview: z.boolean(),
  })
  .partial()
  .refine((switches) => Object.keys(switches).length > 0, 'Nothing to change was given.')

/** The outcome for each picture, in the order in which they were sent. */
export const StoredPictures = z.object({
  pictures: z.array(
    z.object({
      name: z.string(),
      key: z.string().nullable().describe('Under /ndc-images/; null when it cannot be used'),
      width: z.int().nullable(),
      height: z.int().nullable(),
      placeholder: z.string().nullable(),
      likeness: z.string().nullable().describe('How it looks, coarsely'),
      error: z.string().nullable(),
    }),
  ),
})
export type StoredPictures = z.infer<typeof StoredPictures>
