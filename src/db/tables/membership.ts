import type { Plan } from '#app/shared/offer.ts'
import type { Day, WithDefault } from './columns.ts'

export type MembershipTables = {
  subscriptions: SubscriptionsTable
  checkouts: CheckoutsTable
  checkoutLinks: CheckoutLinksTable
  trials: TrialsTable
  webhookEvents: WebhookEventsTable
  payments: PaymentsTable
  membershipActs: MembershipActsTable
  ownerReasons: OwnerReasonsTable
  sales: SalesTable
}

type SubscriptionsTable = {
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
  priceCents: number | null
  trialEndsAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  latestInvoiceId: string | null
  cardBrand: string | null
  cardLast4: string | null
  duplicateOf: string | null
  refundedAt: Date | null
  readNumber: WithDefault<number>
  givenDays: WithDefault<number>
  givenUntil: WithDefault<Date | null>
  givenTo: WithDefault<'trial' | 'period' | null>
  leavingCause: WithDefault<string | null>
  leavingWhy: WithDefault<string | null>
  /** End of the paid year whose renewal notice was sent. */
  renewalToldFor: WithDefault<Date | null>
}

type CheckoutsTable = {
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
  /** Price of the first period, after any sale; null when opened before this was recorded. */
  firstPriceCents: number | null
  currency: string | null
  createdAt: WithDefault<Date>
  expiresAt: Date | null
  completedAt: Date | null
  claimedAt: Date | null
  /** When the buyer corrected the address; from then on the provider's address does not count. */
  emailMendedAt: Date | null
  claimedUserId: string | null
  /** Id of the consent; without one it and the following columns are null. */
  consentId: string | null
  fbp: string | null
  fbc: string | null
  clientIp: string | null
  clientUserAgent: string | null
  sourceUrl: string | null
  purchaseReportedAt: Date | null
  returnTo: string | null
  /** Accepted versions; null when opened before versions were recorded. */
  termsVersion: WithDefault<number | null>
  /** Host name of the referring site; null when the browser sent none. */
  cameFrom: WithDefault<string | null>
}

type CheckoutLinksTable = {
  tokenHash: string
  checkoutId: string
  userId: string | null
  createdAt: WithDefault<Date>
  expiresAt: Date
  usedAt: Date | null
}

type TrialsTable = {
  kind: 'email' | 'card'
  keyHash: string
  subscriptionId: string
  startedAt: WithDefault<Date>
}

type WebhookEventsTable = {
  id: string
  type: string
  objectId: string | null
  createdAt: Date
  receivedAt: WithDefault<Date>
}

type PaymentsTable = {
  invoiceId: string
  subscriptionId: string
  userId: string | null
  number: string | null
  amountCents: number
  refundedCents: WithDefault<number>
  /** Number of the reading that determined the refunded amount. */
  refundReadNumber: WithDefault<number>
  currency: string
  receiptUrl: string | null
  paidAt: Date
  /** Period it pays for, and its price; null when paid before these were recorded. */
  periodFrom: WithDefault<Date | null>
  periodTo: WithDefault<Date | null>
  periodCents: WithDefault<number | null>
  /** Chargeback state, as reported by the provider. */
  dispute: WithDefault<string | null>
}

type MembershipActsTable = {
  id: string
  kind: 'refund' | 'days' | 'end-now' | 'end-later'
  /** Null once the account is gone. */
  userId: string | null
  subscriptionId: string
  invoiceId: WithDefault<string | null>
  amountCents: WithDefault<number | null>
  days: WithDefault<number | null>
  /** End of the period, before and after. */
  fromAt: WithDefault<Date | null>
  untilAt: WithDefault<Date | null>
  askedBy: string
  reason: string | null
  askedAt: Date
  state: WithDefault<'asked' | 'done' | 'refused' | 'sent-back'>
  problem: WithDefault<string | null>
  refundId: WithDefault<string | null>
  doneAt: WithDefault<Date | null>
  /** The refund that this one replaces, if a bank returned that. */
  againOf: WithDefault<string | null>
}

/** An administrator's reason for an act about somebody; the audit refers to it by id. */
type OwnerReasonsTable = { id: string; userId: string; reason: string; notedAt: Date }

type SalesTable = {
  id: string
  priceCents: number
  firstDay: Day
  lastDay: Day
  createdAt: WithDefault<Date>
}
