import { z } from 'zod'
import { Deal, wholeNumber } from '#app/deals/deals.contract.ts'
import { PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import { TRIP_NUMBER } from '#app/tracking/trip-number.facts.ts'
import { LAST_SAVINGS_PAGE, LEDGER_STATES, NOUGHT_REASONS } from './savings.facts.ts'

const dollars = z.number().describe('US dollars, two decimals')
const day = z.iso.date().describe('In Toronto')

/** A change to the outcome of a trip; all changes are kept. */
export const LedgerChange = z.object({
  at: z.iso.datetime(),
  by: z.enum(['member', 'report', 'person']).describe('Its owner, a network’s report, or we'),
  what: z.string(),
  paid: dollars.nullable(),
})
export type LedgerChange = z.infer<typeof LedgerChange>

/** The outcome of a trip. */
export const TripOutcome = z.object({
  state: z.enum(LEDGER_STATES),
  boughtOn: day,
  paid: dollars.nullable(),
  saving: dollars,
  noughtWhy: z.enum(NOUGHT_REASONS).nullable(),
  waitsFor: z.enum(['price', 'return']).nullable().describe('A person looks at it'),
  reason: z.string().nullable().describe('Of what was rejected or returned'),
  changes: z.array(LedgerChange),
})
export type TripOutcome = z.infer<typeof TripOutcome>

/** A trip as its owner may see it now; without a number it is a purchase without a trip. */
export const TripEntry = z.object({
  number: z.string().nullable(),
  at: z.iso.datetime(),
  dealId: z.string(),
  brandName: z.string(),
  was: dollars.nullable().describe('As it was shown then, as the other prices'),
  now: dollars.nullable(),
  basis: z.enum(PRICE_BASES),
  isProven: z.boolean(),
  travels: z.boolean().describe('Whether the retailer’s network hears its number'),
  outcome: TripOutcome.nullable().describe('Null while nobody has said anything'),
  mayChange: z.array(z.enum(['bought', 'not-bought', 'returned'])),
  deal: Deal.nullable().describe('For members, while it is listed'),
})
export type TripEntry = z.infer<typeof TripEntry>

const sums = {
  counted: dollars.describe('Recorded and confirmed; what went back is in neither'),
  recorded: dollars,
  confirmed: dollars,
  returned: dollars,
  rejected: dollars,
  purchases: z.int().describe('Recorded and confirmed, whether they saved anything or not'),
  purchasesSaving: z.int().describe('Those of them that saved something'),
}

export const SavingsTotals = z.object({
  ever: z.object(sums),
  years: z.array(z.object({ year: z.int(), ...sums })).describe('The newest first'),
  membershipYears: z
    .array(z.object({ number: z.int(), from: day, until: day.describe('Its last day'), ...sums }))
    .describe('From the day of the first payment; the newest first'),
  months: z
    .array(z.object({ month: z.string().describe('YYYY-MM'), counted: dollars }))
    .describe('The last of them, whether anything was bought or not, oldest first'),
})
export type SavingsTotals = z.infer<typeof SavingsTotals>

export const Savings = z.object({
  trips: z.array(TripEntry),
  total: z.int(),
  open: z.int().describe('Of all, those that nobody has answered'),
  totals: SavingsTotals,
  today: day,
})
export type Savings = z.infer<typeof Savings>

export const SavingsQuery = z.object({
  page: wholeNumber(1, LAST_SAVINGS_PAGE).default(1),
})

const PRICE = 'must be a price, such as 180.00'
/** The price paid for a piece. */
export const PaidPrice = z
  .number(PRICE)
  .min(0.01, PRICE)
  .max(HIGHEST_PRICE_CENTS / 100, 'is above what anything here costs')
  .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, PRICE)
  .describe('US dollars, two decimals: for the piece, before delivery')
const on = z.iso.date('must be a day, such as 2026-11-21').describe('In Toronto')

export const TripParams = z.object({
  number: z.string().regex(TRIP_NUMBER, 'is no trip'),
})
/** An owner's answer about a trip. */
export const TripAnswer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('bought'), paid: PaidPrice, on }),
  z.object({ answer: z.literal('not-bought') }),
  z.object({ answer: z.literal('returned') }),
])
export type TripAnswer = z.infer<typeof TripAnswer>

export const WithoutTripParams = z.object({
  dealId: z.string().regex(/^[A-Za-z0-9_-]{12}$/, 'is no deal'),
})
export const BoughtWithoutTrip = z.object({ paid: PaidPrice, on })

export const AnswerKept = z.object({ success: z.literal(true) })
