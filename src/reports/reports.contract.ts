import { z } from 'zod'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import { LONGEST_SIZE_TOLD, LONGEST_WORDS, OUTCOMES, REPORT_KINDS } from './reports.facts.ts'

const DOLLARS = 'must be an amount in dollars, such as 420 or 419.50'

/** What a person reports as wrong with a deal. */
export const NewReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gone') }),
  z.object({
    kind: z.literal('price'),
    seenPrice: z
      .number(DOLLARS)
      .min(0, DOLLARS)
      .max(HIGHEST_PRICE_CENTS / 100, DOLLARS)
      .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, DOLLARS)
      .describe('US dollars, two decimals: what they saw at the retailer'),
  }),
  z.object({
    kind: z.literal('size'),
    size: z
      .string('must be a size')
      .trim()
      .min(1, 'must say which size')
      .max(LONGEST_SIZE_TOLD, `must have at most ${LONGEST_SIZE_TOLD} characters`)
      .describe('One of the deal’s, where it names some'),
  }),
  z.object({ kind: z.literal('link') }),
  z.object({
    kind: z.literal('other'),
    words: z
      .string('must be a text')
      .trim()
      .min(1, 'must say what is wrong')
      .max(LONGEST_WORDS, `must have at most ${LONGEST_WORDS} characters`),
  }),
])
export type NewReport = z.infer<typeof NewReport>

export const ReportParams = z.object({ dealId: z.string() })

/** The finding on a report, as far as everybody may see it. */
export const Found = z.object({
  reason: z.string().optional().describe('Why it ended'),
  toCents: z.int().optional().describe('What it costs'),
})
export type Found = z.infer<typeof Found>

/** A report of the signed-in person. */
const OwnReport = z.object({
  kind: z.enum(REPORT_KINDS),
  reportedAt: z.iso.datetime(),
  isOfToday: z.boolean().describe('The same can be told again tomorrow'),
  outcome: z.enum(OUTCOMES).nullable().describe('Null until somebody has looked'),
})

export const OwnReports = z.object({
  reports: z.array(OwnReport).describe('Newest first'),
  areChecksPaused: z.boolean().describe('Whether we look at no shop’s page just now'),
})
export type OwnReports = z.infer<typeof OwnReports>

export const Reported = OwnReports.extend({
  isNew: z.boolean().describe('False where they had told us the same today'),
})
export type Reported = z.infer<typeof Reported>
