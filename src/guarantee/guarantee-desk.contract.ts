import { z } from 'zod'
import { wholeNumber } from '#app/deals/deals.contract.ts'
import { REFUND_STATES } from './guarantee.contract.ts'
import { CLAIM_LISTS, REASON_MAX, REFUSALS } from './guarantee.facts.ts'

const Dollars = z.number()
const Day = z.iso.date()

/** A guarantee as shown in the back office. */
export const DeskEntry = z.object({
  id: z.string(),
  email: z.string().nullable().describe('Null once the account is deleted'),
  state: z.string(),
  startsOn: Day.nullable(),
  endsOn: Day.nullable(),
  claimUntil: Day.nullable(),
  paidMonths: z.number(),
  recorded: Dollars,
  confirmed: Dollars,
  due: Dollars.describe('What is, or would be, paid back'),
  paidBack: Dollars,
  refusal: z.enum(REFUSALS).nullable(),
  askedAt: z.iso.datetime().nullable(),
  heldUntil: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  refunds: z.array(
    z.object({
      paidOn: Day,
      amount: Dollars,
      fee: Dollars,
      state: z.enum(REFUND_STATES),
      problem: z.string().nullable(),
    }),
  ),
})
export type DeskEntry = z.infer<typeof DeskEntry>

/** The years that end in a month, and what they could cost. */
const DeskMonth = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  years: z.int(),
  below: z.int().describe('Those below the goal as it stands'),
  couldCost: Dollars.describe('What those would be paid back'),
  atMost: Dollars.describe('What all of them would be'),
})

export const GuaranteeDesk = z.object({
  list: z.enum(CLAIM_LISTS),
  counts: z.record(z.enum(CLAIM_LISTS), z.int()),
  entries: z.array(DeskEntry),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  months: z.array(DeskMonth),
  alarm: z.object({ limit: Dollars, today: Dollars, held: z.int(), stuck: z.int() }),
})
export type GuaranteeDesk = z.infer<typeof GuaranteeDesk>

export const GuaranteeDeskQuery = z.object({
  list: z.enum(CLAIM_LISTS).default('asked'),
  page: wholeNumber(1, 999_999).default(1),
})

export const ClaimParams = z.object({ guaranteeId: z.string().max(40) })

export const DecideClaim = z.object({
  decision: z.enum(['pay', 'paid-by-hand', 'refuse']),
  reason: z.string().trim().min(3, 'Say why, in a few words').max(REASON_MAX),
})
export type DecideClaim = z.infer<typeof DecideClaim>
