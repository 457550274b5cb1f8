import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Plan } from '#app/shared/offer.ts'

/** What the database fills in where nothing is said. */
type WithDefault<T> = Generated<T>

/** A calendar day as YYYY-MM-DD. */
type Day = string

/** Written as text, read as what it says. */
type Json = ColumnType<Record<string, unknown>, string, string>

/** The schema as migrations leave it; snake_case there, camelCase here. */
export type Tables = {
  users: UsersTable
  sessions: SessionsTable
  knownDevices: KnownDevicesTable
  emailChanges: EmailChangesTable
  emailChangeLinks: EmailChangeLinksTable
  throttles: ThrottlesTable
  subscriptions: SubscriptionsTable
  checkouts: CheckoutsTable
  checkoutLinks: CheckoutLinksTable
  trials: TrialsTable
  webhookEvents: WebhookEventsTable
  payments: PaymentsTable
  sales: SalesTable
  mails: MailsTable
  mailChoices: MailChoicesTable
  mailConsents: MailConsentsTable
  mailEvents: MailEventsTable
  mailStreamStops: MailStreamStopsTable
  inboxLinks: InboxLinksTable
  passwordResets: PasswordResetsTable
  signUps: SignUpsTable
  confirmationLinks: ConfirmationLinksTable
  brands: BrandsTable
  retailers: RetailersTable
  pictures: PicturesTable
  imports: ImportsTable
  deals: DealsTable
  dealPictures: DealPicturesTable
  priceObservations: PriceObservationsTable
  feedDays: FeedDaysTable
  carousels: CarouselsTable
  clicks: ClicksTable
  savedDeals: SavedDealsTable
  savedFeeds: SavedFeedsTable
  follows: FollowsTable
  forYouSetups: ForYouSetupsTable
  declinedDeals: DeclinedDealsTable
  notices: NoticesTable
  toldDeals: ToldDealsTable
  dealChanges: DealChangesTable
  waitingAlerts: WaitingAlertsTable
  pushKeys: PushKeysTable
  pushDevices: PushDevicesTable
  events: EventsTable
  marketingEvents: MarketingEventsTable
  consentWithdrawals: ConsentWithdrawalsTable
  adminCredentials: AdminCredentialsTable
  adminSessions: AdminSessionsTable
  auditEntries: AuditEntriesTable
  testimonials: TestimonialsTable
  backups: BackupsTable
  restores: RestoresTable
}

type UsersTable = {
  id: string
  email: string
  passwordHash: string
  createdAt: WithDefault<Date>
  passwordChangedAt: Date | null
  /** When the address was proven or paid with; null for a free account that is not confirmed. */
  confirmedAt: Date | null
  /** When somebody who reads this inbox followed a link that we mailed there. */
  inboxProvenAt: WithDefault<Date | null>
}

type SessionsTable = {
  tokenHash: string
  userId: string
  createdAt: WithDefault<Date>
  lastSeenAt: WithDefault<Date>
  id: WithDefault<string>
  browser: string | null
  system: string | null
  deviceHash: string | null
}

type KnownDevicesTable = {
  tokenHash: string
  userId: string
  lastUsedAt: WithDefault<Date>
}

type EmailChangesTable = {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  createdAt: Date
  expiresAt: Date
  confirmedAt: Date | null
  stoppedAt: Date | null
}

type EmailChangeLinksTable = {
  tokenHash: string
  changeId: string
  purpose: 'confirm' | 'stop'
}

type ThrottlesTable = { key: string; points: WithDefault<number>; expire: number | null }

type MailsTable = {
  id: string
  key: string
  template: string
  recipient: string
  data: Json
  /** Held: may have been sent already. Sending: of a stream, and being handed to the mail server. */
  state: WithDefault<'queued' | 'held' | 'sending' | 'sent' | 'dropped' | 'refused'>
  attempts: WithDefault<number>
  lastError: string | null
  createdAt: WithDefault<Date>
  sendAfter: WithDefault<Date>
  finishedAt: Date | null
  /** What of it somebody can turn off; null for what everybody gets. */
  stream: WithDefault<MailStream | null>
  userId: WithDefault<string | null>
  /** When handing over one of a stream began. */
  handedAt: WithDefault<Date | null>
  /** Until then one process is busy with it. */
  leasedUntil: WithDefault<Date | null>
}

type MailStream = 'edition' | 'alerts'

type MailChoicesTable = {
  userId: string
  ref: string
  linkKey: string
  edition: WithDefault<'daily' | 'weekly' | 'never'>
  /** 0 is Sunday. */
  editionWeekday: WithDefault<number>
  alerts: WithDefault<'at-once' | 'daily' | 'never'>
  hour: number
  timeZone: string
  answeredAt: WithDefault<Date | null>
  nextEditionAt: WithDefault<Date | null>
  editionSentDay: WithDefault<string | null>
  editionSentThrough: WithDefault<Date | null>
  stoppedAt: WithDefault<Date | null>
  stoppedWhy: WithDefault<'bounce' | 'complaint' | null>
  stoppedAddressHash: WithDefault<string | null>
}

type MailConsentsTable = {
  id: string
  userId: string
  stream: MailStream
  choice: string
  wording: string
  place: string
  givenAt: Date
}

type MailEventsTable = {
  id: string
  userId: string | null
  mailId: string | null
  stream: string
  kind: 'bounce' | 'complaint' | 'unsubscribe'
  toldBy: string
  happenedAt: Date
}

type MailStreamStopsTable = {
  stream: MailStream
  stoppedAt: Date
  stoppedBy: string
  reason: string
}

type InboxLinksTable = {
  tokenHash: string
  userId: string
  email: string
  createdAt: Date
  expiresAt: Date
  usedAt: WithDefault<Date | null>
}

type PasswordResetsTable = {
  tokenHash: string
  userId: string
  createdAt: WithDefault<Date>
  expiresAt: Date
  usedAt: Date | null
  returnTo: string | null
}

type SignUpsTable = {
  id: string
  userId: string
  /** Null where the address had its account already. */
  passwordHash: string | null
  bindingHash: string
  returnTo: string | null
  createdAt: Date
}

type ConfirmationLinksTable = {
  tokenHash: string
  signUpId: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

type BrandsTable = {
  id: string
  name: string
  nameKey: string
  slug: WithDefault<string>
  createdAt: WithDefault<Date>
}

type RetailersTable = {
  id: string
  name: string
  nameKey: string
  slug: WithDefault<string>
  shipsTo: WithDefault<string[]>
  domain: string
  createdAt: WithDefault<Date>
}

type PicturesTable = {
  id: string
  width: number
  height: number
  placeholder: string
  createdAt: WithDefault<Date>
}

type ImportsTable = {
  id: string
  fileName: string
  fileSha256: string
  createdCount: number
  createdAt: WithDefault<Date>
  state: WithDefault<'imported' | 'refused' | 'undone'>
  rowCount: number | null
  duplicateCount: WithDefault<number>
  problemCount: WithDefault<number>
  actorName: string | null
  undoneAt: Date | null
  undoneCount: number | null
}

type DealsTable = {
  id: string
  /** Null while a draft has no brand yet. */
  brandId: string | null
  retailerId: string
  productName: string
  originalPriceCents: number | null
  salePriceCents: number | null
  discountPerMille: GeneratedAlways<number | null>
  buyUrl: string
  buyUrlKey: string
  domain: string
  cardPictureId: string | null
  department: string | null
  category: string | null
  colour: string | null
  /** By the field that they are for: a term supposed from the name, a word not understood. */
  guessedTerms: WithDefault<Record<string, string>>
  unreadTerms: WithDefault<Record<string, string>>
  /** As the retailer says them, and the keys by which they are compared (`sizes.facts.ts`). */
  sizes: WithDefault<string[]>
  sizeKeys: WithDefault<string[]>
  /** With fourteen digits, shorter ones after zeros; by these two a piece is known again elsewhere. */
  gtin: WithDefault<string | null>
  styleNumber: WithDefault<string | null>
  isPreview: WithDefault<boolean>
  isPublished: WithDefault<boolean>
  showInSplash: WithDefault<boolean>
  carouselAssignment: WithDefault<number>
  /** When it comes out and when it ends by itself. */
  startsAt: Date | null
  endsAt: Date | null
  /** A draft that comes out at `startsAt`. */
  isScheduled: WithDefault<boolean>
  endedAt: WithDefault<Date | null>
  endedReason: WithDefault<'time' | 'sold-out' | 'gone' | 'price-up' | 'withdrawn' | null>
  /** It has ended, and the business day on which it did is over. */
  hasLeftFeed: WithDefault<boolean>
  /** The last business day on which it was one of the free deals and then was not any more. */
  wasFreeOn: WithDefault<Day | null>
  importId: string | null
  createdAt: WithDefault<Date>
  publishedAt: Date | null
  publishedDay: GeneratedAlways<Day | null>
  feedPosition: WithDefault<number>
  deletedAt: Date | null
  /** Of a deleted deal: whether it was published. */
  wasPublished: WithDefault<boolean>
  version: WithDefault<number>
  createdDay: GeneratedAlways<Day>
}

type DealPicturesTable = { dealId: string; position: number; pictureId: string }

/** The history behind an "original price"; written by the import, read by nothing yet. */
type PriceObservationsTable = {
  id: GeneratedAlways<number>
  dealId: string
  observedAt: WithDefault<Date>
  originalPriceCents: number | null
  salePriceCents: number | null
  source: string
  /** Room for a picture of the retailer's page. */
  evidencePictureId: string | null
}

type CarouselsTable = {
  number: number
  title: WithDefault<string>
  position: number
  isShown: WithDefault<boolean>
}

type FeedDaysTable = {
  publishedDay: Day
  /** Up to this day: what the feed lists, what of it lives, and what is out, ended long ago or not. */
  dealsThrough: number
  livingThrough: WithDefault<number>
  publishedThrough: WithDefault<number>
}

type AdminCredentialsTable = {
  id: WithDefault<number>
  passwordHash: string
  setAt: WithDefault<Date>
}

type AdminSessionsTable = {
  tokenHash: string
  label: string
  name: WithDefault<string>
  createdAt: WithDefault<Date>
  lastSeenAt: WithDefault<Date>
}

type AuditEntriesTable = {
  id: GeneratedAlways<number>
  happenedAt: WithDefault<Date>
  actorName: string
  actorSession: string
  action: string
  subjectKind: 'deal' | 'carousel' | 'import' | 'session' | 'subscription' | 'mail'
  subjectId: string
  subjectLabel: string
  batchId: string | null
  before: Json | null
  after: Json | null
}

type TestimonialsTable = {
  id: string
  pictureId: string | null
  title: string
  description: string
  name: string
  location: string
  /** Written by us to show what one looks like: nobody said it. */
  isSample: WithDefault<boolean>
  position: WithDefault<number>
  createdAt: WithDefault<Date>
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
  currency: string
  receiptUrl: string | null
  paidAt: Date
}

type SalesTable = {
  id: string
  priceCents: number
  firstDay: Day
  lastDay: Day
  createdAt: WithDefault<Date>
}

type SavedFeedsTable = { userId: string; tokenHash: string; createdAt: Date }

type SavedDealsTable = {
  userId: string
  dealId: string
  savedAt: Date
  /** When it was saved; null where the price was not known. */
  salePriceCents: number | null
  removedAt: WithDefault<Date | null>
  /** 'Tell me at'; for members. */
  targetCents: WithDefault<number | null>
}

type FollowsTable = {
  id: string
  userId: string
  kind: 'brand' | 'category' | 'retailer' | 'search'
  value: string
  isHidden: WithDefault<boolean>
  isForMembers: WithDefault<boolean>
  createdAt: Date
  brandId: GeneratedAlways<string | null>
  retailerId: GeneratedAlways<string | null>
}

type ForYouSetupsTable = {
  userId: string
  departments: WithDefault<string[]>
  sizeKeys: WithDefault<string[]>
  /** Cents by category. */
  ceilings: ColumnType<Record<string, number>, string | undefined, string>
  offeredAt: WithDefault<Date | null>
  setUpAt: WithDefault<Date | null>
}

type DeclinedDealsTable = { userId: string; dealId: string; declinedAt: Date }

type NoticesTable = {
  id: GeneratedAlways<number>
  userId: string
  kind: string
  dealId: string | null
  facts: Json
  happenedAt: Date
  readAt: Date | null
}

/** What somebody was told last of a deal. */
type ToldDealsTable = {
  userId: string
  dealId: string
  /** On the person's own calendar. */
  toldOn: Day
  priceCents: number | null
  endsAt: Date | null
  isGone: WithDefault<boolean>
}

/** Written by a trigger too. */
type DealChangesTable = {
  id: GeneratedAlways<number>
  dealId: string
  isNew: WithDefault<boolean>
  lookAt: Date | null
}

type WaitingAlertsTable = {
  userId: string
  way: 'mail' | 'push'
  dueAt: Date
  noticeIds: ColumnType<number[], string, string>
  beganAt: Date
}

type PushKeysTable = {
  id: WithDefault<number>
  publicKey: string
  privateKey: string
  createdAt: Date
}

type PushDevicesTable = {
  id: string
  userId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  browser: string | null
  system: string | null
  timeZone: string
  createdAt: Date
  lastSentAt: Date | null
}

type ClicksTable = {
  id: GeneratedAlways<number>
  dealId: string
  userId: string | null
  clickType: 'deal-card' | 'splash-carousel' | 'mail' | 'other'
  kind: 'click' | 'repeat' | 'prefetch' | 'head' | 'bot'
  clickedAt: WithDefault<Date>
}

type EventsTable = {
  id: GeneratedAlways<number>
  type: string
  data: Json
  userId: string | null
  happenedAt: WithDefault<Date>
}

type MarketingEventsTable = {
  id: string
  eventName: 'PageView' | 'BridgePageViewed' | 'Purchase'
  eventId: string
  payload: Json
  consentId: string
  state: WithDefault<'queued' | 'sent' | 'dropped'>
  attempts: WithDefault<number>
  lastError: string | null
  happenedAt: Date
  finishedAt: Date | null
}

/** By the hash of the agreement's id: whoever reads this cannot tell whose it was. */
type ConsentWithdrawalsTable = { consentHash: string; expiresAt: Date }

/** Places that whole backups were written to. */
type BackupsTable = {
  id: string
  takenAt: Date
  finishedAt: Date
  place: string
  rowCount: number
  pictureFiles: number
  bytes: number
}

/** Times that these records came back from a backup. */
type RestoresTable = {
  id: string
  takenAt: Date | null
  restoredAt: Date
  subscriptionsReadThrough: WithDefault<string>
  subscriptionsReadAt: Date | null
}
