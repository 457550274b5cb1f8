import { z } from 'zod'
import { GUARANTEE_STATES, REFUSALS } from './guarantee.facts.ts'

const Day = z.iso.date()
const Dollars = z.number()

/** `by-hand` is refunded outside the payment provider. */
export const REFUND_STATES = ['due', 'sent', 'paid', 'nothing', 'stuck', 'by-hand'] as const

/** A payment of the year, and how much of it is refunded. */
export const YearPayment = z.object({
  paidOn: Day,
  amount: Dollars,
  fee: Dollars.describe('What of it is for the year'),
  refunded: Dollars.describe('What had gone back before, or went back otherwise'),
  due: Dollars.describe('What is, or was, to be paid back under the guarantee'),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  dispute: z.enum(['open', 'lost', 'won']).nullable(),
  refund: z.enum(REFUND_STATES).nullable().describe('Null until the year is asked for'),
})
export type YearPayment = z.infer<typeof YearPayment>

/** A purchase that counts; only its brand is named, since others may see the page. */
export const YearSaving = z.object({
  boughtOn: Day,
  brandName: z.string(),
  saving: Dollars,
  isConfirmed: z.boolean(),
  isWaiting: z.boolean(),
})
export type YearSaving = z.infer<typeof YearSaving>

/** The state of a member's guarantee. */
export const Guarantee = z.object({
  state: z.enum(GUARANTEE_STATES),
  refusal: z.enum(REFUSALS).nullable(),
  startsOn: Day.nullable(),
  endsOn: Day.nullable().describe('While the twelfth month is not paid, when it would be over'),
  isBehind: z.boolean().describe('A change of what they pay was heard of and is not read yet'),
  paidMonths: z.number(),
  goal: Dollars,
  recorded: Dollars,
  confirmed: Dollars,
  meter: Dollars.describe('Recorded and confirmed'),
  claimUntil: Day.nullable().describe('The last day on which it can be asked for or corrected'),
  toPay: Dollars.describe('What is, or would be, paid back'),
  paidBack: Dollars,
  isForPerson: z.boolean(),
  goesOn: z.boolean().describe('Whether the membership goes on unless it is ended'),
  askedOn: Day.nullable(),
  heldUntil: z.iso.datetime().nullable(),
  paidOn: Day.nullable(),
  payments: z.array(YearPayment),
  savings: z.array(YearSaving),
})
export type Guarantee = z.infer<typeof Guarantee>
