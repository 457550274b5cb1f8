import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Plan } from '#app/shared/offer.ts'

/** What the database fills in where nothing is said. */
type WithDefault<T> = Generated<T>

/** A calendar day as YYYY-MM-DD. */
type Day = string

/** Written as text, read as what it says. */
type Json = ColumnType<Record<string, unknown>, string, string>
type JsonWithDefault = ColumnType<Record<string, unknown>, string | undefined, string>

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
  membershipActs: MembershipActsTable
  sales: SalesTable
  mails: MailsTable
  mailChoices: MailChoicesTable
  mailConsents: MailConsentsTable
  mailEvents: MailEventsTable
  mailStreamStops: MailStreamStopsTable
  announcements: AnnouncementsTable
  inboxLinks: InboxLinksTable
  passwordResets: PasswordResetsTable
  signUps: SignUpsTable
  acceptances: AcceptancesTable
  confirmationLinks: ConfirmationLinksTable
  brands: BrandsTable
  retailers: RetailersTable
  pictures: PicturesTable
  imports: ImportsTable
  importMappings: ImportMappingsTable
  deals: DealsTable
  editionDeals: EditionDealsTable
  dealPictures: DealPicturesTable
  dealPictureNotes: DealPictureNotesTable
  priceObservations: PriceObservationsTable
  exchangeRates: ExchangeRatesTable
  certainLooks: CertainLooksTable
  dealChecks: DealChecksTable
  checkHosts: CheckHostsTable
  pastedLinks: PastedLinksTable
  checkFindings: CheckFindingsTable
  feedSources: FeedSourcesTable
  feedRuns: FeedRunsTable
  feedCandidates: FeedCandidatesTable
  feedCounts: FeedCountsTable
  feedPicks: FeedPicksTable
  fruitlessSearches: FruitlessSearchesTable
  feedDays: FeedDaysTable
  carousels: CarouselsTable
  clicks: ClicksTable
  trips: TripsTable
  ledgerRows: LedgerRowsTable
  ledgerChanges: LedgerChangesTable
  networkReports: NetworkReportsTable
  networkReportLines: NetworkReportLinesTable
  askedTrips: AskedTripsTable
  guarantees: GuaranteesTable
  guaranteePayments: GuaranteePaymentsTable
  guaranteeClaims: GuaranteeClaimsTable
  guaranteeRefunds: GuaranteeRefundsTable
  guaranteeChanges: GuaranteeChangesTable
  savedDeals: SavedDealsTable
  savedFeeds: SavedFeedsTable
  follows: FollowsTable
  forYouSetups: ForYouSetupsTable
  declinedDeals: DeclinedDealsTable
  reports: ReportsTable
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
  administrators: AdministratorsTable
  listViews: ListViewsTable
  administratorPasskeys: AdministratorPasskeysTable
  administratorRecoveryCodes: AdministratorRecoveryCodesTable
  administratorInvitations: AdministratorInvitationsTable
  administratorInvitationLinks: AdministratorInvitationLinksTable
  administratorSteps: AdministratorStepsTable
  adminSessions: AdminSessionsTable
  auditEntries: AuditEntriesTable
  testimonials: TestimonialsTable
  countedClaims: CountedClaimsTable
  businessDays: BusinessDaysTable
  switches: SwitchesTable
  setupMarks: SetupMarksTable
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
  /** What of it somebody can turn off, or a letter to all; null for what goes to one person. */
  stream: WithDefault<MailStream | 'announcement' | null>
  /** The letter to all that it is one of. */
  announcementId: WithDefault<string | null>
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
  /** Null once the account is gone. */
  userId: string | null
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

type AnnouncementsTable = {
  id: string
  subject: string
  body: string
  audience: 'everybody' | 'members' | 'trials' | 'free'
  document: 'terms' | 'policy' | null
  version: number | null
  revision: WithDefault<number>
  /** The words that were sent to somebody of us last. */
  triedRevision: WithDefault<number | null>
  state: WithDefault<'draft' | 'going' | 'stopped' | 'done'>
  writtenBy: string
  changedAt: Date
  sentBy: WithDefault<string | null>
  startedAt: WithDefault<Date | null>
  perHour: WithDefault<number | null>
  /** Until when the pace is used up. */
  pacedThrough: WithDefault<Date | null>
  afterUserId: WithDefault<string>
  isPromisedToAll: WithDefault<boolean>
  people: WithDefault<number | null>
  finishedAt: WithDefault<Date | null>
  /** What became of its mails; null until all of it is known. */
  fates: ColumnType<Record<string, number> | null, string | undefined, string>
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
  /** What was accepted with it; null when it was asked for before this was kept. */
  termsVersion: WithDefault<number | null>
  policyVersion: WithDefault<number | null>
}

type AcceptancesTable = {
  id: string
  /** Null once the account is gone. */
  userId: string | null
  document: 'terms' | 'policy'
  /** Null for what was accepted before versions were counted. */
  version: number | null
  place: 'sign-up' | 'joining' | 'asked'
  /** Null for one that was asked about and put off. */
  acceptedAt: Date | null
  putOffAt: WithDefault<Date | null>
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
  linkTemplate: string | null
  network: string | null
  subIdParameter: string | null
  /** Hundredths of a percent. */
  commission: number | null
  isNeverChecked: WithDefault<boolean>
  deliveryCents: number | null
  freeDeliveryFromCents: number | null
  duties: string | null
  returnDays: number | null
  termsDay: Day | null
  registryVersion: WithDefault<number>
  createdAt: WithDefault<Date>
}

type PicturesTable = {
  id: string
  width: number
  height: number
  placeholder: string
  createdAt: WithDefault<Date>
  /** How it looks, coarsely: 64 bits in hexadecimal digits; none of before they were made. */
  likeness: WithDefault<string | null>
  /** What the last sweep found of its files, and when that was. */
  fault: WithDefault<'missing' | 'unreadable' | null>
  sweptAt: WithDefault<Date | null>
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
  updatedCount: WithDefault<number>
  actorName: string | null
  undoneAt: Date | null
  undoneCount: number | null
}

/** What a person said that the columns of a retailer's sheets mean. */
type ImportMappingsTable = {
  retailerId: string
  headingKey: string
  heading: string
  /** Empty for a column that is left aside. */
  field: string
  usedAt: Date
}

type DealsTable = {
  id: string
  /** Null while a draft has no brand yet. */
  brandId: string | null
  retailerId: string
  productName: string
  originalPriceCents: number | null
  salePriceCents: number | null
  /** As stated, whatever it rests on; what is shown and used are `wasCents` and `offPerMille`. */
  discountPerMille: GeneratedAlways<number | null>
  /** What the original price rests on, and what follows from all that was observed. */
  priceBasis: WithDefault<PriceBasis>
  lowestBeforeCents: WithDefault<number | null>
  reducedSince: WithDefault<Date | null>
  isPriceProven: WithDefault<boolean>
  /** As it is sold where that is not in dollars: with the day of the rate by which the dollars were made. */
  priceCurrency: WithDefault<string>
  foreignWasHundredths: WithDefault<number | null>
  foreignNowHundredths: WithDefault<number | null>
  rateDay: WithDefault<Day | null>
  wasCents: GeneratedAlways<number | null>
  offPerMille: GeneratedAlways<number | null>
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
  /** Since when members say that it is gone, and nobody has looked. */
  saidGoneAt: WithDefault<Date | null>
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

/** What is to be in the edition of a day, and in which order. */
type EditionDealsTable = {
  dealId: string
  day: Day
  /** Among those that go out at one moment; becomes `feedPosition` then. */
  position: number
  version: WithDefault<number>
  placedBy: WithDefault<string>
  placedAt: Date
}

type DealPicturesTable = { dealId: string; position: number; pictureId: string }

/** What a curator has said of a picture of a deal: in words, and where in it the piece is. */
type DealPictureNotesTable = {
  dealId: string
  pictureId: string
  alternative: WithDefault<string>
  /** In per mille from left and top. */
  focusX: number | null
  focusY: number | null
}

/** Ways of looking at the list of deals; without an account they are the shared password's. */
type ListViewsTable = {
  id: string
  administratorId: string | null
  name: string
  nameKey: string
  address: string
  columns: string[]
  createdAt: WithDefault<Date>
}

type PriceBasis = 'retailer' | 'rrp' | 'market' | 'unknown'

/** The history behind a price: only ever added to, and kept when its deal is gone. */
type PriceObservationsTable = {
  id: GeneratedAlways<number>
  dealId: string
  observedAt: WithDefault<Date>
  /** Was and now; a check that saw no price before says nothing of it. */
  originalPriceCents: number | null
  salePriceCents: number | null
  source: string
  /** Room for a picture of the retailer's page. */
  evidencePictureId: WithDefault<string | null>
  basis: WithDefault<PriceBasis>
  seenBy: WithDefault<string | null>
  seenAddress: WithDefault<string | null>
  seenOn: WithDefault<Day | null>
  /** Our check saw it, or a person who says where and when. */
  isCertain: WithDefault<boolean>
  /** As it stood there, where that was not in dollars. */
  seenCurrency: WithDefault<string | null>
  seenWasHundredths: WithDefault<number | null>
  seenNowHundredths: WithDefault<number | null>
  /** What the page said of itself. */
  seenText: WithDefault<string | null>
}

/** What a unit of a currency is in dollars, from a day on. */
type ExchangeRatesTable = {
  currency: string
  day: Day
  dollars: number
  toldBy: string
  toldAt: Date
}

/** When somebody last looked for certain at what a deal costs. */
type CertainLooksTable = { dealId: string; lookedAt: Date }

type CertainAnswer = 'same' | 'changed' | 'sold-out' | 'gone'

type DealChecksTable = {
  dealId: string
  retailerId: string
  url: string
  nextUrl: WithDefault<string | null>
  hops: WithDefault<number>
  host: string
  dueAt: Date
  isFirst: WithDefault<boolean>
  askedFor: WithDefault<string | null>
  lookedAt: WithDefault<Date | null>
  answer: WithDefault<CertainAnswer | 'refused' | 'unreadable' | 'no-answer' | null>
  certainAt: WithDefault<Date | null>
  certainAnswer: WithDefault<CertainAnswer | null>
  failingSince: WithDefault<Date | null>
  suspected: WithDefault<'sold-out' | 'gone' | null>
  suspectedAt: WithDefault<Date | null>
  returningAt: WithDefault<Date | null>
  reported: WithDefault<number>
  reportedAt: WithDefault<Date | null>
  etag: WithDefault<string | null>
  lastModified: WithDefault<string | null>
  found: Json | null
  endedFor: WithDefault<'sold-out' | 'gone' | 'price-up' | null>
}

type CheckHostsTable = {
  host: string
  nextAt: Date
  leasedUntil: WithDefault<Date | null>
  robots: WithDefault<string | null>
  /** Its rules, none at all, or nobody who could say. */
  robotsIs: WithDefault<'text' | 'open' | 'away' | null>
  robotsAt: WithDefault<Date | null>
}

/** A link to a shop that a curator has pasted, with what stands on its page. */
type PastedLinksTable = {
  id: string
  position: number
  pasted: string
  url: string | null
  urlKey: string | null
  nextUrl: string | null
  host: string | null
  hops: WithDefault<number>
  dueAt: Date
  state: 'waiting' | 'read' | 'unread' | 'made'
  answer: WithDefault<string | null>
  draft: JsonWithDefault
  sources: JsonWithDefault
  notes: JsonWithDefault
  pictures: JsonWithDefault
  picture: WithDefault<string | null>
  picturesDue: WithDefault<boolean>
  evidence: WithDefault<string | null>
  version: WithDefault<number>
  dealId: WithDefault<string | null>
  pastedBy: string
  pastedAt: Date
  changedAt: Date
}

type CheckFindingsTable = {
  id: GeneratedAlways<number>
  dealId: string | null
  retailerId: string
  kind: string
  state: 'done' | 'waiting' | 'accepted' | 'corrected' | 'ignored' | 'outdated'
  facts: Json
  evidence: WithDefault<string | null>
  foundAt: Date
  decidedAt: WithDefault<Date | null>
  decidedBy: WithDefault<string | null>
}

type FeedSourcesTable = {
  id: string
  name: string
  address: string | null
  mapping: Json
  rules: Json
  currency: WithDefault<string>
  etag: WithDefault<string | null>
  lastModified: WithDefault<string | null>
  currentRunId: WithDefault<number | null>
  nextFetchAt: WithDefault<Date | null>
  version: WithDefault<number>
  createdAt: Date
  createdBy: string | null
}

type FeedRunsTable = {
  id: GeneratedAlways<number>
  sourceId: string
  state: 'waiting' | 'fetching' | 'reading' | 'done' | 'same' | 'failed'
  askedBy: string | null
  fileName: WithDefault<string | null>
  startedAt: Date
  heardAt: Date
  endedAt: WithDefault<Date | null>
  bytes: WithDefault<number>
  bytesTotal: WithDefault<number | null>
  format: WithDefault<string | null>
  rowsRead: WithDefault<number>
  rowsKept: WithDefault<number>
  rowsRefused: WithDefault<number>
  /** By the rules of the feed. */
  rowsLeftOut: WithDefault<number>
  pieces: WithDefault<number>
  added: WithDefault<number>
  changed: WithDefault<number>
  cheaper: WithDefault<number>
  gone: WithDefault<number>
  refused: WithDefault<Json>
  columns: WithDefault<Json>
  problem: WithDefault<string | null>
}

type FeedCandidatesTable = {
  id: GeneratedAlways<number>
  runId: number
  sourceId: string
  itemKey: string
  rowNumber: number
  brandName: string
  brandKey: string
  productName: string
  buyUrl: string
  buyUrlKey: string
  domain: string
  pictureUrls: WithDefault<string[]>
  department: string | null
  category: string | null
  colour: string | null
  kindWords: WithDefault<string>
  gtin: string | null
  styleNumber: string | null
  sizes: WithDefault<string[]>
  sizeKeys: WithDefault<string[]>
  currency: string
  nowHundredths: number
  wasHundredths: number | null
  wasBasis: 'retailer' | 'rrp' | null
  offPerMille: number | null
  isInStock: boolean
  since: WithDefault<Date>
  earlierHundredths: WithDefault<number | null>
  /** Written and read by statements of its own. */
  words: string
}

type FeedCountsTable = {
  sourceId: string
  runId: number
  brandKey: string
  brandName: string
  department: string | null
  category: string | null
  offPerMille: number
  isInStock: boolean
  pieces: number
}

type FeedPicksTable = {
  dealId: string
  sourceId: string | null
  sourceName: string
  itemKey: string
  pictureUrls: WithDefault<string[]>
  picturesAt: WithDefault<Date | null>
  pickedAt: Date
  pickedBy: string | null
}

type FruitlessSearchesTable = {
  words: string
  week: Day
  people: WithDefault<number>
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

type AdministratorRole = 'owner' | 'curator' | 'analyst'

type AdministratorsTable = {
  id: string
  email: string
  name: string
  role: AdministratorRole
  passwordHash: string
  appSecret: string | null
  appLastStep: WithDefault<number>
  createdAt: Date
  removedAt: Date | null
}

type AdministratorPasskeysTable = {
  id: string
  administratorId: string
  publicKey: string
  counter: number
  transports: WithDefault<string[]>
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

type AdministratorRecoveryCodesTable = {
  administratorId: string
  codeHash: string
  usedAt: Date | null
}

type AdministratorInvitationsTable = {
  id: string
  email: string
  name: string
  role: AdministratorRole
  invitedBy: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  endedAt: Date | null
}

type AdministratorInvitationLinksTable = { tokenHash: string; invitationId: string }

type AdministratorStepsTable = {
  tokenHash: string
  kind: 'sign-in' | 'add-key' | 'prove' | 'invitation'
  administratorId: string | null
  challenge: string | null
  appSecret: string | null
  expiresAt: Date
}

type AdminSessionsTable = {
  tokenHash: string
  label: string
  name: WithDefault<string>
  administratorId: string | null
  isEmergency: WithDefault<boolean>
  provedAt: Date | null
  browser: WithDefault<string>
  network: WithDefault<string>
  createdAt: WithDefault<Date>
  lastSeenAt: WithDefault<Date>
}

type AuditEntriesTable = {
  id: GeneratedAlways<number>
  happenedAt: WithDefault<Date>
  actorName: string
  actorSession: string
  /** The account of an administrator; null for what is older, for the server and for the password that all share. */
  actorId: string | null
  action: string
  subjectKind:
    | 'deal'
    | 'carousel'
    | 'retailer'
    | 'import'
    | 'network-report'
    | 'saving'
    | 'session'
    | 'subscription'
    | 'mail'
    | 'guarantee'
    | 'administrator'
    | 'member'
    | 'product-feed'
    | 'rate'
    | 'switch'
    | 'link'
  subjectId: string
  subjectLabel: string
  batchId: string | null
  before: Json | null
  after: Json | null
}

/** One row. */
type CountedClaimsTable = {
  isOnly: WithDefault<boolean>
  countedAt: Date
  figures: Json
}

type BusinessDaysTable = {
  day: Day
  countedAt: Date
  numbers: Json
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
  givenDays: WithDefault<number>
  givenUntil: WithDefault<Date | null>
  givenTo: WithDefault<'trial' | 'period' | null>
  leavingCause: WithDefault<string | null>
  leavingWhy: WithDefault<string | null>
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

type GuaranteesTable = {
  id: string
  /** Null once the account is deleted. */
  userId: string | null
  startsAt: Date | null
  endsAt: Date | null
  paidMonths: WithDefault<number>
  isWhole: WithDefault<boolean>
  recordedCents: WithDefault<number>
  confirmedCents: WithDefault<number>
  readAt: Date | null
  readNumber: WithDefault<number>
  lookAt: Date | null
  toldMonths: WithDefault<number>
  toldState: WithDefault<string | null>
  createdAt: Date
}

type GuaranteePaymentsTable = {
  invoiceId: string
  guaranteeId: string
  subscriptionId: string
  paidAt: Date
  amountCents: number
  lines: ColumnType<Array<{ from: string; to: string; cents: number }>, string, string>
  paymentIntentId: string | null
  refundedCents: WithDefault<number>
  dispute: 'open' | 'lost' | 'won' | null
  disputeWonAt: Date | null
  cardBrand: string | null
  cardLast4: string | null
}

type GuaranteeClaimsTable = {
  guaranteeId: string
  state: 'waiting' | 'held' | 'paying' | 'paid' | 'refused'
  refusal: WithDefault<string | null>
  askedAt: Date
  heldUntil: Date | null
  decidedAt: Date | null
  decidedBy: WithDefault<string | null>
  reason: WithDefault<string | null>
  dueCents: number
  paidCents: WithDefault<number>
  paidAt: WithDefault<Date | null>
  recordedCents: number
  confirmedCents: number
  tries: WithDefault<number>
  triedAt: WithDefault<Date | null>
}

type GuaranteeRefundsTable = {
  id: string
  guaranteeId: string
  invoiceId: string
  feeCents: number
  amountCents: WithDefault<number | null>
  attempt: WithDefault<number>
  attemptedAt: WithDefault<Date | null>
  refundId: WithDefault<string | null>
  state: WithDefault<'due' | 'sent' | 'paid' | 'nothing' | 'stuck'>
  problem: WithDefault<string | null>
  paidAt: WithDefault<Date | null>
}

/** Written by a trigger. */
type GuaranteeChangesTable = { id: GeneratedAlways<number>; userId: string }

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

type ReportsTable = {
  id: GeneratedAlways<number>
  dealId: string
  /** Null once the account is gone. */
  userId: string | null
  kind: 'gone' | 'price' | 'size' | 'link' | 'other'
  words: WithDefault<string | null>
  seenCents: WithDefault<number | null>
  /** The price that we had said then. */
  shownCents: WithDefault<number | null>
  size: WithDefault<string | null>
  /** By a member. */
  isEvidence: boolean
  reportedAt: Date
  reportedOn: Day
  answeredAt: WithDefault<Date | null>
  outcome: WithDefault<string | null>
  answer: ColumnType<Record<string, unknown>, string | undefined, string>
  /** When whoever reported may be told what was found, and was. */
  tellAt: WithDefault<Date | null>
  toldAt: WithDefault<Date | null>
}

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

type TripsTable = {
  number: string
  /** Null once the account is gone. */
  userId: string | null
  dealId: string
  brandId: string | null
  retailerId: string | null
  madeAt: Date
  /** As they were shown. */
  wasCents: number | null
  nowCents: number | null
  basis: 'retailer' | 'rrp' | 'market' | 'unknown'
  isProven: boolean
  /** Whether its number went along in the link. */
  travels: boolean
}

type LedgerRowsTable = {
  id: string
  userId: string
  tripNumber: string | null
  dealId: string
  state: 'open' | 'not-bought' | 'recorded' | 'confirmed' | 'returned' | 'rejected'
  boughtOn: Day
  paidCents: number | null
  savingCents: number
  noughtWhy: string | null
  waitsFor: 'price' | 'return' | null
  reason: string | null
  /** By its owner. */
  said: 'bought' | 'not-bought' | 'returned' | null
  saidPaidCents: number | null
  saidOn: Day | null
  saidAt: Date | null
  /** By a person in the back office. */
  decided: 'counts' | 'returned' | 'rejected' | null
  decidedCents: number | null
  decidedWhy: string | null
  decidedAt: Date | null
}

type LedgerChangesTable = {
  id: GeneratedAlways<number>
  rowId: string
  happenedAt: Date
  madeBy: 'member' | 'report' | 'person'
  actorName: string | null
  what: string
  before: Json | null
  after: Json
}

type NetworkReportsTable = {
  id: string
  network: string
  fileName: string
  fileSha256: string
  createdAt: Date
  actorName: string
  rowCount: number
  newCount: number
  knownCount: number
  undoneAt: Date | null
  undoneBy: string | null
}

type NetworkReportLinesTable = {
  id: GeneratedAlways<number>
  reportId: string
  rowNumber: number
  tripNumber: string
  orderNumber: WithDefault<string>
  soldOn: Day
  valueCents: number
  itemCents: number | null
  commissionCents: number | null
  state: 'confirmed' | 'returned' | 'rejected'
  reason: string | null
  isUndone: WithDefault<boolean>
}

type AskedTripsTable = { tripNumber: string; askedAt: Date }

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

type SwitchesTable = {
  name: 'price-checks' | 'sign-up' | 'joining'
  offSince: Date
  offBy: string
  why: string
}

type SetupMarksTable = { name: string; happenedAt: Date; words: string }

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
