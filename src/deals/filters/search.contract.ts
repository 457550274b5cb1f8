import { z } from 'zod'
import { LeftOut } from '#app/deals/deals.contract.ts'
import { FILTER_NAMES } from '#app/shared/filter-names.ts'
import { LONGEST_DEAL_SEARCH, MOST_SUGGESTIONS } from './filters.facts.ts'

/** A filter value, and how many living deals the list would have with it. */
const FacetValue = z.object({
  value: z.string().describe('For the address'),
  label: z.string(),
  count: z.int().describe('Under all filters of the other kinds; 0 only for one that is chosen'),
  isChosen: z.boolean(),
  parent: z.string().optional().describe('Of a category of the second level: the one above'),
})
export type FacetValue = z.infer<typeof FacetValue>

const values = z.array(FacetValue)

export const Facets = z.object({
  total: z.int().describe('How many deals the list shows'),
  ended: z.int().describe('How many of them have ended'),
  facets: z.object({
    department: values,
    category: values,
    brand: values.describe('By name'),
    colour: values,
    size: values,
    retailer: values.optional().describe('For members, by name'),
    ships: values.optional().describe('For members'),
  }),
  price: z
    .object({ min: z.int(), max: z.int() })
    .nullable()
    .describe('Whole dollars around all sale prices under the filters other than min and max'),
  without: z
    .array(
      z.object({
        name: z.enum(FILTER_NAMES),
        value: z.string(),
        label: z.string().describe('As people say it: `Under $200`'),
        count: z.int(),
      }),
    )
    .describe('Where nothing is found: which filters to drop to get how many, the most first'),
  gone: z
    .array(z.object({ name: z.enum(FILTER_NAMES), value: z.string(), label: z.string() }))
    .describe('Brands and, for members, retailers that are left out, by name'),
  renamed: z
    .record(z.string(), z.string())
    .optional()
    .describe('Of brands asked for by an address that is theirs no more: the one they have'),
  searchedFor: z.string().optional(),
  leftOut: z.array(LeftOut).optional().describe('Where it was asked for leniently'),
})
export type Facets = z.infer<typeof Facets>

export const SuggestionsQuery = z.object({
  q: z
    .string('must be given once')
    .max(LONGEST_DEAL_SEARCH, `must be at most ${LONGEST_DEAL_SEARCH} characters`)
    .default(''),
})

const Suggestion = z.object({
  kind: z.enum(['brand', 'category', 'retailer', 'piece']),
  label: z.string(),
  address: z.string().describe('The page it leads to'),
})
export type Suggestion = z.infer<typeof Suggestion>

export const Suggestions = z.object({
  suggestions: z.array(Suggestion).max(MOST_SUGGESTIONS),
})
export type Suggestions = z.infer<typeof Suggestions>
