import { z } from 'zod'
import { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { formatDays } from '#app/shared/dates.ts'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import {
  ANSWERED_LATELY_MS,
  CASES_ON_A_PAGE,
  DECISIONS,
  MOST_OF_A_CASE,
  OUTCOMES,
  REPORT_KINDS,
} from './reports.facts.ts'

const moment = z.iso.datetime()

/** A report as the back office shows it: never who made it. */
export const ToldReport = z.object({
  id: z.int(),
  kind: z.enum(REPORT_KINDS),
  words: z.string().nullable(),
  size: z.string().nullable(),
  seenPrice: z.number().nullable().describe('US dollars'),
  shownPrice: z.number().nullable().describe('What we said then, in US dollars'),
  isEvidence: z.boolean().describe('By a member'),
  reportedAt: moment,
  answeredAt: moment.nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  answered: z.int().describe('Of the same person, how many others were answered'),
  right: z.int().describe('And how many of these were right'),
})
export type ToldReport = z.infer<typeof ToldReport>

/** A deal with reports that nobody has looked into. */
export const ReportCase = z.object({
  deal: ManagedDeal,
  saidGoneAt: moment.nullable().describe('Since when everybody reads that it may be gone'),
  reports: z.array(ToldReport).describe(`Oldest first, ${MOST_OF_A_CASE} at most`),
  total: z.int().describe('How many reports there are, listed or not'),
  through: z.int().describe('The newest of all: what comes later is not answered with them'),
})
export type ReportCase = z.infer<typeof ReportCase>

export const ReportsDesk = z.object({
  cases: z.array(ReportCase).describe('Those that may be gone first, then the oldest'),
  total: z.int(),
  answered: z.int().describe(`In the last ${formatDays(ANSWERED_LATELY_MS)}`),
  usualMinutes: z.number().nullable().describe('Half of these were answered within'),
  page: z.int(),
  now: moment,
})
export type ReportsDesk = z.infer<typeof ReportsDesk>

export const ReportsDeskQuery = z.object({
  page: z.coerce.number().int().min(1).max(100).default(1),
})

/** The evidence for judging a case. */
export const CaseEvidence = z.object({
  prices: z
    .array(
      z.object({
        seenAt: moment,
        was: z.number().nullable(),
        now: z.number().nullable(),
        source: z.string(),
        seenBy: z.string().nullable(),
      }),
    )
    .describe('Newest first'),
  check: z
    .object({
      lookedAt: moment.nullable(),
      answer: z.string().nullable(),
      certainAt: moment.nullable(),
      certainAnswer: z.string().nullable(),
      failingSince: moment.nullable(),
      sizes: z.array(z.string()).nullable().describe('Those that the shop lists, where it does'),
    })
    .nullable(),
  earlier: z.array(ToldReport).describe('What was answered before, newest first'),
})
export type CaseEvidence = z.infer<typeof CaseEvidence>

export const AnswerReports = z
  .object({
    cases: z
      .array(z.object({ dealId: z.string().max(64), through: z.int().min(0) }))
      .min(1)
      .max(CASES_ON_A_PAGE),
    decision: z.enum(DECISIONS),
    price: z
      .number()
      .positive()
      .max(HIGHEST_PRICE_CENTS / 100)
      .optional()
      .describe('For `price`: what it costs, in what it is sold in'),
  })
  .refine(({ decision, price }) => (decision === 'price') === (price !== undefined), {
    message: 'belongs to the decision `price`, and to no other',
    path: ['price'],
  })
export type AnswerReports = z.infer<typeof AnswerReports>

export const ReportsAnswered = z.object({
  answered: z.array(z.string()).describe('The deals'),
  left: z.array(z.object({ id: z.string(), reason: z.string() })),
})
export type ReportsAnswered = z.infer<typeof ReportsAnswered>
