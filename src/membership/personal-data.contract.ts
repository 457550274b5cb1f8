import { z } from 'zod'
import { PlanKey } from './membership.contract.ts'

const moment = z.iso.datetime()

/** The part of the export of somebody's personal data that says what they joined and paid. */
export const MembershipData = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      plan: PlanKey,
      cancelAtPeriodEnd: z.boolean(),
      cancelAt: moment.nullable(),
      currentPeriodEnd: moment.nullable(),
      trialEndsAt: moment.nullable(),
      canceledAt: moment.nullable(),
      endedAt: moment.nullable(),
      createdAt: moment,
      updatedAt: moment,
      customerId: z.string().nullable(),
      priceId: z.string().nullable(),
      priceCents: z.int().nullable(),
      latestInvoiceId: z.string().nullable(),
      cardBrand: z.string().nullable(),
      cardLast4: z.string().nullable(),
      duplicateOf: z.string().nullable(),
      refundedAt: moment.nullable(),
      givenDays: z.int().describe('By us'),
      givenUntil: moment.nullable(),
      givenTo: z.string().nullable(),
      leavingCause: z.string().nullable(),
      leavingWhy: z.string().nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      invoiceId: z.string(),
      subscriptionId: z.string(),
      number: z.string().nullable(),
      amountCents: z.int(),
      refundedCents: z.int(),
      currency: z.string(),
      receiptUrl: z.string().nullable(),
      paidAt: moment,
      dispute: z.string().nullable().describe('What the provider says of a chargeback'),
    }),
  ),
  membershipActs: z
    .array(
      z.object({
        id: z.string(),
        kind: z.string(),
        subscriptionId: z.string(),
        invoiceId: z.string().nullable(),
        amountCents: z.int().nullable(),
        days: z.int().nullable(),
        fromAt: moment.nullable(),
        untilAt: moment.nullable(),
        reason: z.string().nullable(),
        askedAt: moment,
        state: z.string(),
        problem: z.string().nullable(),
        refundId: z.string().nullable(),
        doneAt: moment.nullable(),
      }),
    )
    .describe('What we did to the membership: refunds, days given, an end'),
  ownerReasons: z
    .array(z.object({ id: z.string(), reason: z.string(), notedAt: moment }))
    .describe('Why one of us did something else, such as signing browsers out or deciding a claim'),
  checkouts: z.array(
    z.object({
      id: z.string(),
      sessionId: z.string().nullable(),
      plan: PlanKey,
      priceId: z.string(),
      isTrial: z.boolean(),
      isSale: z.boolean(),
      eventId: z.string(),
      status: z.string(),
      subscriptionId: z.string().nullable(),
      customerId: z.string().nullable(),
      email: z.string().nullable(),
      amountTotal: z.int().nullable(),
      firstPriceCents: z.int().nullable(),
      currency: z.string().nullable(),
      createdAt: moment,
      expiresAt: moment.nullable(),
      completedAt: moment.nullable(),
      claimedAt: moment.nullable(),
      emailMendedAt: moment.nullable(),
      consentId: z.string().nullable(),
      fbp: z.string().nullable(),
      fbc: z.string().nullable(),
      clientIp: z.string().nullable(),
      clientUserAgent: z.string().nullable(),
      sourceUrl: z.string().nullable(),
      purchaseReportedAt: moment.nullable(),
      returnTo: z.string().nullable(),
      termsVersion: z.int().nullable(),
      cameFrom: z.string().nullable(),
    }),
  ),
  checkoutLinks: z.array(
    z.object({
      checkoutId: z.string(),
      createdAt: moment,
      expiresAt: moment,
      usedAt: moment.nullable(),
    }),
  ),
  trials: z.array(
    z.object({ kind: z.enum(['email', 'card']), subscriptionId: z.string(), startedAt: moment }),
  ),
})
