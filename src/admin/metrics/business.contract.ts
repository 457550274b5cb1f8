import { z } from 'zod'
import { Span } from './metrics.contract.ts'

const dollars = z.number()
const day = z.iso.date()

/** Memberships, and their monthly revenue. */
const Recurring = z.object({ memberships: z.int(), monthly: dollars })

const Cohort = Span.extend({
  joined: z.int().describe('Memberships whose first payment arrived in this month'),
  renewals: z.array(
    z.object({
      due: z.int().describe('Of them, those whose renewal of this number is due by now'),
      renewed: z.int().describe('Of those, the ones that have been paid on'),
    }),
  ),
})
export type Cohort = z.infer<typeof Cohort>

const Joined = z.object({
  joined: z.int(),
  paid: z.int().describe('Of them, with a payment by now'),
})

/** The business numbers, now and over time. Days are business days in Toronto. */
export const BusinessNumbers = z.object({
  at: z.iso.datetime(),
  isKept: z.boolean().describe('Counted by the clock every hour, and not just now'),
  recurring: z.object({
    now: Recurring,
    annual: Recurring,
    monthly: Recurring,
    leaving: Recurring.describe('Of now, those that end with what is paid'),
    trials: z.int().describe('Not counted, as are the next two'),
    failed: z.int().describe('Memberships with a failed payment'),
    paused: z.int(),
    months: z
      .array(Recurring.extend({ on: day }))
      .describe('At the end of each day; the last is now'),
  }),
  trials: z.array(
    Span.extend({
      begun: z.int(),
      paid: z.int(),
      trialing: z.int().describe('Still on trial'),
      left: z.int().describe('Left before anything was paid'),
      failed: z.int().describe('The first payment failed'),
    }),
  ),
  leaving: z.object({
    months: z.array(
      Span.extend({
        kept: z.int().describe('Left with their payments kept up'),
        failed: z.int().describe('Ended by a payment that failed'),
      }),
    ),
    reasons: z.array(
      z.object({
        reason: z.string(),
        trial: z.int().describe('On trial, with nothing paid'),
        kept: z.int().describe('Paid, and nothing sent back'),
        back: z.int().describe('Paid, and sent back in full or in part'),
        failed: z.int(),
      }),
    ),
  }),
  renewals: z.object({ monthly: z.array(Cohort), annual: z.array(Cohort) }),
  joined: z.object({
    span: Span,
    all: Joined,
    hadAccount: z.int().describe('With a free account before they joined'),
    sites: z.array(Joined.extend({ site: z.string().nullable() })),
    places: z.array(Joined.extend({ place: z.string().nullable() })),
  }),
})
export type BusinessNumbers = z.infer<typeof BusinessNumbers>
