import { z } from 'zod'
import { LONGEST_LINK } from '#app/deals/deals.facts.ts'
import { FEED_FIELD_NAMES, type FeedField } from './feed-columns.facts.ts'
import {
  LONGEST_FEED_NAME,
  LONGEST_SEARCH_OF_CANDIDATES,
  MOST_DISMISSED_AT_ONCE,
  MOST_PICKED_AT_ONCE,
  MOST_RULE_BRANDS,
  POOL_SORTS,
} from './product-feeds.facts.ts'

const Id = z.string().max(40)
const Field = z.enum(FEED_FIELD_NAMES as [FeedField, ...FeedField[]])

const ProductFeedRules = z.object({
  brands: z.array(z.string().trim().min(1).max(120)).max(MOST_RULE_BRANDS),
  categories: z.array(z.string().max(60)).max(60),
  minPercentOff: z.int().min(0).max(99).nullable(),
  isInStockOnly: z.boolean(),
})

const Run = z.object({
  id: z.int(),
  state: z.enum(['waiting', 'fetching', 'reading', 'done', 'same', 'failed']),
  askedBy: z.string().nullable().describe('Null for the clock'),
  fileName: z.string().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  bytes: z.number(),
  bytesTotal: z.number().nullable(),
  rowsRead: z.int(),
  rowsKept: z.int(),
  rowsRefused: z.int(),
  rowsLeftOut: z.int().describe('By the rules of the feed'),
  pieces: z.int(),
  added: z.int(),
  changed: z.int(),
  cheaper: z.int(),
  gone: z.int(),
  problem: z.string().nullable(),
  refused: z
    .array(z.object({ row: z.int(), reason: z.string(), words: z.string() }))
    .describe('Of the last run alone: the first rows that could not be used'),
})
export type ProductFeedRun = z.infer<typeof Run>

export const ProductFeed = z.object({
  id: Id,
  name: z.string(),
  address: z.string().nullable(),
  currency: z.string(),
  rules: ProductFeedRules,
  mapping: z.partialRecord(Field, z.string()),
  version: z.int(),
  candidates: z.int(),
  nextFetchAt: z.iso.datetime().nullable(),
  columns: z.array(
    z.object({ heading: z.string(), field: Field.nullable(), examples: z.array(z.string()) }),
  ),
  runs: z.array(Run).describe('The newest first'),
})
export type ProductFeed = z.infer<typeof ProductFeed>

export const ProductFeeds = z.object({ feeds: z.array(ProductFeed) })
export type ProductFeeds = z.infer<typeof ProductFeeds>

export const FeedParams = z.object({ feedId: Id })

const Said = {
  name: z.string().trim().min(1).max(LONGEST_FEED_NAME),
  address: z.string().trim().max(LONGEST_LINK).nullable(),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'is three letters, as USD'),
  rules: ProductFeedRules,
}
export const NewProductFeed = z.object(Said)
export type NewProductFeed = z.infer<typeof NewProductFeed>

export const ChangeProductFeed = z
  .object({ ...Said, mapping: z.partialRecord(Field, z.string().max(200)) })
  .partial()
  .extend({ version: z.int() })
export type ChangeProductFeed = z.infer<typeof ChangeProductFeed>

/** A query parameter that may be repeated. */
const Several = z
  .union([z.string().max(120), z.array(z.string().max(120)).max(40)])
  .transform((value) => [value].flat().filter(Boolean))
  .optional()

export const CandidatesQuery = z.object({
  q: z.string().trim().max(LONGEST_SEARCH_OF_CANDIDATES).default(''),
  feed: Several,
  brand: Several,
  category: Several,
  department: Several,
  size: Several,
  off: z.coerce.number().int().min(0).max(99).optional(),
  max: z.coerce.number().int().min(0).max(1_000_000).optional(),
  stock: z.enum(['all']).optional().describe('`all`: sold-out ones as well'),
  club: z.enum(['all']).optional().describe('`all`: those that are deals already as well'),
  dismissed: z
    .enum(['only'])
    .optional()
    .describe('`only`: those that were dismissed, and no others'),
  since: z.enum(['new', 'cheaper']).optional().describe('Of the last fetch: new, or cheaper now'),
  sort: z.enum(POOL_SORTS).default('percent-off'),
  after: z.string().max(80).optional().describe('The key of the last one that is there'),
})
export type CandidatesQuery = z.infer<typeof CandidatesQuery>

const Known = z.object({
  dealId: z.string(),
  name: z.string(),
  by: z.enum(['link', 'gtin']),
  isLive: z.boolean(),
})

export const Candidate = z.object({
  id: z.int(),
  feedId: z.string(),
  feedName: z.string(),
  brandName: z.string(),
  productName: z.string(),
  buyUrl: z.string(),
  domain: z.string(),
  pictureUrl: z.string().nullable(),
  pictures: z.int(),
  department: z.string().nullable(),
  category: z.string().nullable(),
  colour: z.string().nullable(),
  sizes: z.array(z.string()),
  currency: z.string(),
  price: z.number(),
  was: z.number().nullable(),
  wasBasis: z.enum(['retailer', 'rrp']).nullable(),
  percentOff: z.int().nullable(),
  isInStock: z.boolean(),
  since: z.iso.datetime(),
  earlierPrice: z.number().nullable().describe('What it cost the time before, where that differs'),
  known: Known.nullable().describe('The deal that is there: by its link, or its GTIN'),
  dismissed: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
})
export type Candidate = z.infer<typeof Candidate>

export const Candidates = z.object({
  total: z.int(),
  candidates: z.array(Candidate),
  next: z.string().nullable(),
  feeds: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
  brands: z.array(z.object({ key: z.string(), name: z.string(), count: z.int() })),
  categories: z.array(z.object({ value: z.string(), count: z.int() })),
})
export type Candidates = z.infer<typeof Candidates>

export const CandidateParams = z.object({
  candidateId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})

export const PickCandidates = z.object({
  ids: z.array(z.int().positive()).min(1).max(MOST_PICKED_AT_ONCE),
  isAnyway: z.boolean().default(false).describe('Also where the same GTIN is there'),
})
export type PickCandidates = z.infer<typeof PickCandidates>
export const PickedCandidates = z.object({
  made: z.array(z.object({ id: z.int(), dealId: z.string(), name: z.string() })),
  there: z.array(z.object({ id: z.int(), known: Known })),
  gone: z.array(z.int()).describe('Of a feed that has been read again meanwhile'),
})
export type PickedCandidates = z.infer<typeof PickedCandidates>

export const DismissCandidates = z.object({
  ids: z.array(z.int().positive()).min(1).max(MOST_DISMISSED_AT_ONCE),
})
export const DismissedCandidates = z.object({
  dismissed: z.array(z.int()).describe('By whoever asks: now, or before'),
  others: z.array(z.int()).describe('Somebody else has dismissed them before'),
  gone: z.array(z.int()).describe('Of a feed that has been read again meanwhile'),
})
export type DismissedCandidates = z.infer<typeof DismissedCandidates>
export const CandidatesBack = z.object({
  back: z.array(z.int()).describe('Not dismissed any more, or not before'),
  gone: z.array(z.int()).describe('Of a feed that has been read again meanwhile'),
})
export type CandidatesBack = z.infer<typeof CandidatesBack>
