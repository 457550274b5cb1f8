import type { Plan } from '#app/shared/offer.ts'
import type { Day, WithDefault } from './columns.ts'

export type SubscriptionsTable = {
  id: string
  userId: string | null
  status: string
  plan: Plan
  cancelAtPeriodEnd: WithDefault<boolean>
  cancelAt: Date | null
  currentPeriodEnd: Date | null
  createdAt: WithDefault<Date>
  updatedAt: WithDefault<Date>
  customerId: string | null
  priceId: string | null
  trialEndsAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  latestInvoiceId: string | null
  cardBrand: string | null
  cardLast4: string | null
  duplicateOf: string | null
  refundedAt: Date | null
  readNumber: WithDefault<number>
}

export type CheckoutsTable = {
  id: string
  sessionId: string | null
  url: string | null
  bindingHash: string
  userId: string | null
  plan: Plan
  priceId: string
  isTrial: boolean
  isSale: boolean
  idempotencyKey: string
  eventId: string
  status: WithDefault<'open' | 'complete' | 'expired' | 'failed' | 'trial-refused'>
  subscriptionId: string | null
  customerId: string | null
  email: string | null
  amountTotal: number | null
  /** Of the first period, a sale included; null when it was opened before this was kept. */
  firstPriceCents: number | null
  currency: string | null
  createdAt: WithDefault<Date>
  expiresAt: Date | null
  completedAt: Date | null
  claimedAt: Date | null
  claimedUserId: string | null
  /** With the agreement of this id; null without one, and then what follows is null too. */
  consentId: string | null
  fbp: string | null
  fbc: string | null
  clientIp: string | null
  clientUserAgent: string | null
  sourceUrl: string | null
  purchaseReportedAt: Date | null
}

export type CheckoutLinksTable = {
  tokenHash: string
  checkoutId: string
  userId: string | null
  createdAt: WithDefault<Date>
  expiresAt: Date
  usedAt: Date | null
}

export type TrialsTable = {
  kind: 'email' | 'card'
  keyHash: string
  subscriptionId: string
  startedAt: WithDefault<Date>
}

export type WebhookEventsTable = {
  id: string
  type: string
  objectId: string | null
  createdAt: Date
  receivedAt: WithDefault<Date>
}

export type PaymentsTable = {
  invoiceId: string
  subscriptionId: string
  userId: string | null
  number: string | null
  amountCents: number
  refundedCents: WithDefault<number>
  currency: string
  receiptUrl: string | null
  paidAt: Date
}

export type SalesTable = {
  id: string
  priceCents: number
  firstDay: Day
  lastDay: Day
  createdAt: WithDefault<Date>
}
