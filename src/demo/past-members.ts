import type { Trx } from '#app/db/database.ts'
import {
  insertPastMemberships,
  type PastMembership,
} from '#app/membership/server/past-memberships.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { offer, type Plan } from '#app/shared/offer.ts'

const MEMBERSHIPS = 96
/** Days between the starts of memberships, which together reach back nearly three years. */
const APART_DAYS = 11
const MONTH_DAYS = 30
const YEAR_DAYS = 365
const SITES = ['example.com', null, 'search.example', 'journal.example', null]
const PLACES = ['/daily-deals', '/', '/brands', '/join-now']
const REASONS = ['too_expensive', 'unused', null, 'switched_service', 'other', 'missing_features']

/**
 * Adds past memberships of deleted accounts, so no people are invented: abandoned trials, failed cards,
 * refunded years, and months and years that ran. They follow a fixed rule, not chance.
 */
export async function rememberPastMembers(trx: Trx, ctx: AppContext): Promise<void> {
  const past = Array.from({ length: MEMBERSHIPS }, (_, n) => membership(ctx, n))
  await insertPastMemberships(trx, past)
}

function membership(ctx: AppContext, n: number): PastMembership {
  const now = ctx.now().getTime()
  const daysAgo = 6 + n * APART_DAYS
  const day = (after: number) => new Date(now - (daysAgo - after) * DAY_MS)
  const isLeftInTrial = n % 7 === 3
  const hasFailed = !isLeftInTrial && n % 11 === 5
  const paidDays = daysAgo - offer.trialDays - 1
  const plan: Plan = n % 2 === 0 && ctx.config.prices.monthly ? 'monthly' : 'annual'
  const length = plan === 'monthly' ? MONTH_DAYS : YEAR_DAYS
  // A membership without a full period so far was refunded in its first weeks.
  const fits = Math.floor(paidDays / length)
  const periods = Math.min(fits, plan === 'monthly' ? 1 + (n % 9) : 1 + (n % 4 === 1 ? 1 : 0))
  const isBack = periods === 0
  const isUnpaid = isLeftInTrial || hasFailed || paidDays < 1
  const priceCents = ctx.config.prices[plan] ?? ctx.config.prices.annual
  const lasts = isBack ? Math.min(paidDays, 9) : periods * length
  const endedAt = day(offer.trialDays + (isUnpaid ? 0 : lasts))
  const id = newId()
  const subscriptionId = `sub_past_${id}`
  const payments = isUnpaid
    ? []
    : Array.from({ length: Math.max(1, periods) }, (_, at) => ({
        invoiceId: `in_past_${id}_${at}`,
        subscriptionId,
        userId: null,
        number: null,
        amountCents: priceCents,
        refundedCents: isBack ? priceCents : 0,
        currency: offer.currency,
        receiptUrl: null,
        paidAt: day(offer.trialDays + at * length),
        periodFrom: day(offer.trialDays + at * length),
        periodTo: day(offer.trialDays + (at + 1) * length),
        periodCents: priceCents,
      }))
  return {
    subscription: {
      id: subscriptionId,
      userId: null,
      status: 'canceled',
      plan,
      priceCents,
      createdAt: day(0),
      updatedAt: endedAt,
      trialEndsAt: day(offer.trialDays),
      currentPeriodEnd: endedAt,
      canceledAt: endedAt,
      endedAt,
      cancelAt: null,
      customerId: null,
      priceId: null,
      latestInvoiceId: null,
      cardBrand: null,
      cardLast4: null,
      duplicateOf: null,
      refundedAt: isBack && !isUnpaid ? endedAt : null,
      leavingCause: hasFailed ? 'payment_failed' : 'cancellation_requested',
      leavingWhy: hasFailed ? null : (REASONS[n % REASONS.length] ?? null),
    },
    checkout: {
      id,
      sessionId: null,
      url: null,
      bindingHash: `past:${id}`,
      userId: null,
      plan,
      priceId: plan,
      isTrial: true,
      isSale: false,
      idempotencyKey: `past:${id}`,
      eventId: `past:${id}`,
      status: 'complete',
      subscriptionId,
      customerId: null,
      email: null,
      amountTotal: 0,
      firstPriceCents: priceCents,
      currency: offer.currency,
      createdAt: day(0),
      expiresAt: day(1),
      completedAt: day(0),
      claimedAt: day(0),
      emailMendedAt: null,
      claimedUserId: null,
      consentId: null,
      fbp: null,
      fbc: null,
      clientIp: null,
      clientUserAgent: null,
      sourceUrl: null,
      purchaseReportedAt: null,
      returnTo: PLACES[n % PLACES.length] ?? null,
      cameFrom: SITES[n % SITES.length] ?? null,
    },
    payments,
  }
}
