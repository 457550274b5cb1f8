/** Slices of the business: each may use those before it, never those after. */
export const SLICES = [
  'accounts',
  'membership',
  'deals',
  'tracking',
  'privacy',
  'marketing',
  'admin',
  'devtools',
] as const

/**
 * What each kind of file may import of ours. Read it as the map of the house. `earlier` is a slice
 * to the left; of its server half only the front doors are open.
 */
export const MAY_IMPORT: Record<Kind, Target[]> = {
  composition: ['anything'],
  'slice/server': [
    'own server',
    'own facts',
    'earlier front door',
    'earlier facts',
    'server',
    'db',
  ],
  'slice/web': ['own web', 'own facts', 'earlier web', 'earlier facts', 'web', 'ui'],
  // Contracts, and what a slice says of itself to both of its halves.
  'slice/facts': ['own facts', 'earlier facts'],
  sandbox: ['sandbox', 'server', 'ui'],
  server: ['server', 'db'],
  web: ['web', 'ui'],
  ui: ['ui'],
  db: ['db'],
}

/** Beside `<slice>.ts`, what other slices may import of a server half. */
export const MORE_FRONT_DOORS = [
  'deals/server/deal-import.ts',
  'deals/server/deal-writing.ts',
  'deals/server/managed-deals.ts',
  'deals/server/pictures.ts',
  // What each keeps about somebody, and how it forgets.
  'accounts/server/own-account.ts',
  'membership/server/own-membership.ts',
  'membership/server/leaving-for-good.ts',
  'tracking/server/own-trail.ts',
  // What the developer tools do by hand.
  'membership/server/prices.ts',
  'membership/server/sync-subscription.ts',
  'membership/server/webhook.ts',
  'admin/server/audit.ts',
]

/** Who we are, and which pages are measured: both halves say it. */
export const FOR_EVERYONE = ['src/web/site.ts', 'src/web/measured-pages.ts']

/** Whose tables are whose: every table is written by one slice or foundation. */
export const TABLE_WRITERS: Record<string, string> = {
  users: 'accounts',
  sessions: 'accounts',
  knownDevices: 'accounts',
  throttles: 'server',
  subscriptions: 'membership',
  checkouts: 'membership',
  checkoutLinks: 'membership',
  trials: 'membership',
  webhookEvents: 'membership',
  payments: 'membership',
  sales: 'membership',
  mails: 'server',
  passwordResets: 'accounts',
  brands: 'deals',
  retailers: 'deals',
  pictures: 'deals',
  imports: 'deals',
  deals: 'deals',
  dealPictures: 'deals',
  priceObservations: 'deals',
  clicks: 'tracking',
  events: 'tracking',
  marketingEvents: 'tracking',
  consentWithdrawals: 'server',
  adminCredentials: 'admin',
  adminSessions: 'admin',
  auditEntries: 'admin',
  testimonials: 'marketing',
}

/** What members pay for. On the server these names appear only where the paid content passes. */
export const PAID_COLUMNS = /\b(productName|buyUrl|buyUrlKey|domain)\b/

/**
 * In through the import, out through `serialize-deal.ts`; a rule of tracking turns a link it was
 * given.
 */
export const MAY_NAME_PAID_COLUMNS = [
  'src/db/tables.ts',
  'src/deals/deals.contract.ts',
  'src/deals/server/deal/serialize-deal.ts',
  'src/deals/server/feed/feed.queries.ts',
  /^src\/deals\/server\/(deal-import|deal-writing|managed-deals|buy-url|sheet)[\w.-]*\.ts$/,
  'src/deals/managed-deal.contract.ts',
  /^src\/admin\/[\w-]+\.contract\.ts$/,
  'src/tracking/server/tracking.ts',
  'src/tracking/server/tracking.rules.ts',
  // What the payment provider sells is a product as well; deals never reach it.
  /^src\/(sandbox\/payments\/[\w./-]+|stand-ins)\.ts$/,
]

export type Kind =
  | 'composition'
  | 'slice/server'
  | 'slice/web'
  | 'slice/facts'
  | 'sandbox'
  | 'server'
  | 'web'
  | 'ui'
  | 'db'

type Target =
  | 'anything'
  | 'sandbox'
  | 'server'
  | 'web'
  | 'ui'
  | 'db'
  | `own ${'server' | 'web' | 'facts'}`
  | `earlier ${'front door' | 'web' | 'facts'}`
