import { z } from 'zod'
import { PlanKey } from './membership.contract.ts'
import { LONGEST_ACT_REASON, MOST_GIVEN_DAYS } from './owner-actions.facts.ts'

const moment = z.iso.datetime()
const dollars = z.number()

const ACT_KINDS = ['refund', 'days', 'end-now', 'end-later'] as const

/** A payment as an owner sees it. */
const PaymentOfMember = z.object({
  invoiceId: z.string(),
  number: z.string().nullable(),
  amount: dollars,
  refunded: dollars,
  left: dollars.describe('What can still be sent back; refunds on their way are taken off'),
  currency: z.string(),
  paidAt: moment,
  url: z.string().nullable().describe('The receipt at the payment provider'),
  dispute: z.string().nullable(),
})

/** What an owner did to a membership, and what came of it. */
export const MembershipAct = z.object({
  id: z.string(),
  kind: z.enum(ACT_KINDS),
  amount: dollars.nullable(),
  days: z.int().nullable(),
  until: moment.nullable(),
  state: z
    .enum(['asked', 'done', 'refused', 'sent-back'])
    .describe('Sent back: a refund that the bank returned to us after it was done'),
  problem: z.string().nullable(),
  askedBy: z.string(),
  reason: z.string().nullable(),
  askedAt: moment,
  doneAt: moment.nullable(),
  invoiceId: z.string().nullable().describe('Of refunds: the payment'),
  canSendAgain: z.boolean().describe('It came back, and nothing has taken its place yet'),
})
export type MembershipAct = z.infer<typeof MembershipAct>

export const MembershipOfMember = z.object({
  id: z.string(),
  status: z.string(),
  plan: PlanKey,
  price: dollars.nullable(),
  since: moment,
  trialEndsAt: moment.nullable(),
  periodEndsAt: moment.nullable(),
  isEnding: z.boolean(),
  endsAt: moment.nullable().describe('When it ends or has ended'),
  hasEnded: z.boolean(),
  isLive: z.boolean(),
  card: z.string().nullable(),
  given: z
    .object({
      days: z.int(),
      until: moment,
      isTrial: z.boolean().describe('On top of a trial; else of what was paid'),
    })
    .nullable()
    .describe('In the running period'),
  leavingCause: z.string().nullable(),
  leavingWhy: z.string().nullable(),
  isAtProvider: z.boolean().describe('False for one that was made by hand'),
})
export type MembershipOfMember = z.infer<typeof MembershipOfMember>

/** Somebody's memberships, payments and owners' acts; the membership that counts comes first. */
export const MembershipFile = z.object({
  memberships: z.array(MembershipOfMember),
  payments: z.array(PaymentOfMember),
  acts: z.array(MembershipAct),
})
export type MembershipFile = z.infer<typeof MembershipFile>

const ActId = z
  .string()
  .regex(/^[\w-]{12,40}$/, 'must be made by the form')
  .describe('Chosen by whoever asks: asked again with the same, it is the same act')
export const ActReason = z
  .string()
  .trim()
  .min(3, 'Say why, in a few words')
  .max(LONGEST_ACT_REASON)
  .describe('For the audit')
/** Dollars with two decimals at most. */
const Amount = z
  .number()
  .min(0.01, 'must be more than nothing')
  .max(1_000_000)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, {
    message: 'has two decimals at most',
  })

export const RefundPayment = z.object({
  id: ActId,
  invoiceId: z.string().min(1).max(120),
  amount: Amount,
  seenLeft: z.number().describe('What could still be sent back when it was looked at'),
  againOf: ActId.optional().describe('The refund that came back, whose place it takes'),
  reason: ActReason,
})
export type RefundPayment = z.infer<typeof RefundPayment>

export const GiveDays = z.object({
  id: ActId,
  days: z.int().min(1, 'must be one day or more').max(MOST_GIVEN_DAYS),
  seenUntil: moment.nullable().describe('The end of the period when it was looked at'),
  reason: ActReason,
})
export type GiveDays = z.infer<typeof GiveDays>

export const EndMembership = z.object({
  id: ActId,
  when: z.enum(['now', 'period-end']),
  reason: ActReason,
})
export type EndMembership = z.infer<typeof EndMembership>
