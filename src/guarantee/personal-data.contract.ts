import { z } from 'zod'

const moment = z.iso.datetime()

/** The first year, as part of the personal data export. */
export const GuaranteeData = z.object({
  guarantees: z.array(
    z.object({
      id: z.string(),
      startsAt: moment.nullable(),
      endsAt: moment.nullable(),
      paidMonths: z.number(),
      isWhole: z.boolean().describe('Whether all twelve months are paid'),
      recordedCents: z.int(),
      confirmedCents: z.int(),
      readAt: moment.nullable(),
      lookAt: moment.nullable(),
      toldMonths: z.int(),
      toldState: z.string().nullable(),
      refusal: z.string().nullable(),
      couldCostCents: z.int(),
      hadBefore: z.boolean().nullable(),
      createdAt: moment,
    }),
  ),
  guaranteePayments: z.array(
    z.object({
      invoiceId: z.string(),
      guaranteeId: z.string(),
      subscriptionId: z.string(),
      paidAt: moment,
      amountCents: z.int(),
      lines: z.array(z.object({ from: moment, to: moment, cents: z.int() })),
      paymentIntentId: z.string().nullable(),
      refundedCents: z.int(),
      dispute: z.string().nullable(),
      disputeWonAt: moment.nullable(),
      cardBrand: z.string().nullable(),
      cardLast4: z.string().nullable(),
    }),
  ),
  guaranteeClaims: z.array(
    z.object({
      guaranteeId: z.string(),
      state: z.string(),
      refusal: z.string().nullable(),
      askedAt: moment,
      heldUntil: moment.nullable(),
      decidedAt: moment.nullable(),
      reason: z.string().nullable(),
      dueCents: z.int(),
      paidCents: z.int(),
      paidAt: moment.nullable(),
      recordedCents: z.int(),
      confirmedCents: z.int(),
      triedAt: moment.nullable(),
    }),
  ),
  guaranteeRefunds: z.array(
    z.object({
      id: z.string(),
      guaranteeId: z.string(),
      invoiceId: z.string(),
      feeCents: z.int(),
      amountCents: z.int().nullable(),
      attemptedAt: moment.nullable(),
      refundId: z.string().nullable(),
      state: z.string(),
      problem: z.string().nullable(),
      paidAt: moment.nullable(),
    }),
  ),
  guaranteeKeys: z.array(
    z.object({ guaranteeId: z.string(), kind: z.enum(['email', 'card']), keptAt: moment }),
  ),
})
