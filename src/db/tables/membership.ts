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
  /** The end of the paid year whose renewal has been told of. */
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
  /** Of the first period, a sale included; null when it was opened before this was kept. */
  firstPriceCents: number | null
  currency: string | null
  createdAt: WithDefault<Date>
  expiresAt: Date | null
  completedAt: Date | null
  claimedAt: Date | null
  /** Typed anew by whoever paid: the provider's says no more whose it is. */
  emailMendedAt: Date | null
  claimedUserId: string | null
  /** With the agreement of this id; null without one, and then what follows is null too. */
  consentId: string | null
  fbp: string | null
  fbc: string | null
  clientIp: string | null
  clientUserAgent: string | null
  sourceUrl: string | null
  purchaseReportedAt: Date | null
  returnTo: string | null
  /** What was accepted with it; null when it was opened before this was kept. */
  termsVersion: WithDefault<number | null>
  /** The name of the site they came from; null where their browser named none. */
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
  /** Of the reading that says how much has gone back. */
  refundReadNumber: WithDefault<number>
  currency: string
  receiptUrl: string | null
  paidAt: Date
  /** What it is for, and what that costs by itself; null for those from before it was kept. */
  periodFrom: WithDefault<Date | null>
  periodTo: WithDefault<Date | null>
  periodCents: WithDefault<number | null>
  /** What the provider says of a chargeback. */
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
  /** The end of the period before and after. */
  fromAt: WithDefault<Date | null>
  untilAt: WithDefault<Date | null>
  askedBy: string
  reason: string | null
  askedAt: Date
  state: WithDefault<'asked' | 'done' | 'refused' | 'sent-back'>
  problem: WithDefault<string | null>
  refundId: WithDefault<string | null>
  doneAt: WithDefault<Date | null>
  /** The refund that a bank had sent back, where this one takes its place. */
  againOf: WithDefault<string | null>
}

/** Why one of us did something about somebody; the audit names it by its id. */
type OwnerReasonsTable = { id: string; userId: string; reason: string; notedAt: Date }

type SalesTable = {
  id: string
  priceCents: number
  firstDay: Day
  lastDay: Day
  createdAt: WithDefault<Date>
}
