import { z } from 'zod'
import { Deal, FiltersQuery, wholeNumber } from '#app/deals/deals.contract.ts'
import { Facets } from '#app/deals/filters/search.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { HIGHEST_TARGET, LAST_SAVED_PAGE, MOST_SAVED, SAVED_SORTS } from './saved.facts.ts'

/** The signed-in person's saved deals, for the hearts and the count on every page. */
export const SavedIds = z.object({ ids: z.array(z.string()).max(MOST_SAVED) })
export type SavedIds = z.infer<typeof SavedIds>

/** A saved deal as its owner may see it. */
export const SavedDeal = z.object({
  dealId: z.string(),
  brandName: z.string(),
  savedAt: z.iso.datetime(),
  priceThen: z.number().nullable().describe('US dollars when it was saved; null when unknown'),
  tellAt: z.number().nullable().describe('‘Tell me at’: US dollars; for members, null without'),
  deal: Deal.nullable().describe('Null for one that is not listed any more'),
})
export type SavedDeal = z.infer<typeof SavedDeal>

export const SavedDeals = z.object({
  saved: z.array(SavedDeal),
  total: z.int(),
  matching: z.int().describe('How many of all that is saved these filters leave'),
  unlisted: z.int().describe('Of these, how many are not listed any more'),
  ended: z.int().describe('Of these, how many have ended'),
  asleep: z.int().describe('Prices to be told at that wait for a membership'),
  facets: Facets.describe('What the list may be narrowed to'),
})
export type SavedDeals = z.infer<typeof SavedDeals>

/** The feed's filters, with orders of its own. */
export const SavedQuery = FiltersQuery.omit({ ended: true }).extend({
  sort: z.enum(SAVED_SORTS, `must be one of ${SAVED_SORTS.join(', ')}`).default('newest'),
  page: wholeNumber(1, LAST_SAVED_PAGE).default(1),
})
export type SavedQuery = z.infer<typeof SavedQuery>

export const SavedParams = z.object({ dealId: z.string() })
export const IsSaved = z.object({ isSaved: z.boolean() })
const TARGET = `must be whole dollars from 1 to ${formatCount(HIGHEST_TARGET)}`
/** The price at which a person wants to be told. */
export const Target = z.object({
  price: z
    .int(TARGET)
    .min(1, TARGET)
    .max(HIGHEST_TARGET, TARGET)
    .nullable()
    .describe('Whole US dollars; null to be told of no price'),
})
export type Target = z.infer<typeof Target>
export const RemoveOverQuery = FiltersQuery.omit({ ended: true, sort: true })
export const RemovedOver = z.object({
  removed: z.int(),
  at: z.iso.datetime().describe('By which they can be brought back, for some minutes'),
})
export type RemovedOver = z.infer<typeof RemovedOver>
export const BringBack = RemovedOver.pick({ at: true })
export const BroughtBack = z.object({ restored: z.int() })

/** The private link to the list; its addresses are returned only when it is created. */
export const SavedFeed = z.object({
  createdAt: z.iso.datetime().nullable().describe('Null while there is none'),
  links: z.object({ rss: z.url(), json: z.url(), ics: z.url() }).nullable(),
})
export type SavedFeed = z.infer<typeof SavedFeed>

export const SavedFeedEnded = z.object({ success: z.literal(true) })
