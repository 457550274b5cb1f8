import type { GeneratedAlways } from 'kysely'
import type { Day, Json, WithDefault } from './columns.ts'
import type {
  AdminCredentialsTable,
  AdminSessionsTable,
  AuditEntriesTable,
} from './tables-admin.ts'
import type { TestimonialsTable } from './tables-marketing.ts'
import type {
  CheckoutLinksTable,
  CheckoutsTable,
  PaymentsTable,
  SalesTable,
  SubscriptionsTable,
  TrialsTable,
  WebhookEventsTable,
} from './tables-membership.ts'
import type {
  ClicksTable,
  ConsentWithdrawalsTable,
  EventsTable,
  MarketingEventsTable,
} from './tables-tracking.ts'

/** The schema as migrations leave it; snake_case there, camelCase here. */
export type Tables = {
  users: UsersTable
  sessions: SessionsTable
  knownDevices: KnownDevicesTable
  throttles: ThrottlesTable
  subscriptions: SubscriptionsTable
  checkouts: CheckoutsTable
  checkoutLinks: CheckoutLinksTable
  trials: TrialsTable
  webhookEvents: WebhookEventsTable
  payments: PaymentsTable
  sales: SalesTable
  mails: MailsTable
  passwordResets: PasswordResetsTable
  brands: BrandsTable
  retailers: RetailersTable
  pictures: PicturesTable
  imports: ImportsTable
  deals: DealsTable
  dealPictures: DealPicturesTable
  priceObservations: PriceObservationsTable
  feedDays: FeedDaysTable
  clicks: ClicksTable
  events: EventsTable
  marketingEvents: MarketingEventsTable
  consentWithdrawals: ConsentWithdrawalsTable
  adminCredentials: AdminCredentialsTable
  adminSessions: AdminSessionsTable
  auditEntries: AuditEntriesTable
  testimonials: TestimonialsTable
}

type UsersTable = {
  id: string
  email: string
  passwordHash: string
  createdAt: WithDefault<Date>
  passwordChangedAt: Date | null
}

type SessionsTable = {
  tokenHash: string
  userId: string
  createdAt: WithDefault<Date>
  lastSeenAt: WithDefault<Date>
}

type KnownDevicesTable = {
  tokenHash: string
  userId: string
  lastUsedAt: WithDefault<Date>
}

type ThrottlesTable = { key: string; points: WithDefault<number>; expire: number | null }

type MailsTable = {
  id: string
  key: string
  template: string
  recipient: string
  data: Json
  state: WithDefault<'queued' | 'sent' | 'dropped'>
  attempts: WithDefault<number>
  lastError: string | null
  createdAt: WithDefault<Date>
  sendAfter: WithDefault<Date>
  finishedAt: Date | null
}

type PasswordResetsTable = {
  tokenHash: string
  userId: string
  createdAt: WithDefault<Date>
  expiresAt: Date
  usedAt: Date | null
}

type BrandsTable = { id: string; name: string; nameKey: string; createdAt: WithDefault<Date> }

type RetailersTable = {
  id: string
  name: string
  nameKey: string
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
  /** Kept from the sheet, like the sizes; no page shows them yet. */
  category: string | null
  sizes: WithDefault<string[]>
  isPreview: WithDefault<boolean>
  isPublished: WithDefault<boolean>
  showInSplash: WithDefault<boolean>
  carouselAssignment: WithDefault<number>
  /** Room for sales that open and close by themselves; nothing reads these yet. */
  startsAt: Date | null
  endsAt: Date | null
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

type FeedDaysTable = { publishedDay: Day; dealsThrough: number }
