/** Slices of the business: each may use those before it, never those after. */
export const SLICES = [
  'accounts',
  'membership',
  'deals',
  'tracking',
  'saved',
  'follows',
  'mailings',
  'notices',
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
    'shared',
  ],
  'slice/web': ['own web', 'own facts', 'earlier web', 'earlier facts', 'web', 'ui', 'shared'],
  // Contracts, and what a slice says of itself to both of its halves.
  'slice/facts': ['own facts', 'earlier facts', 'shared'],
  sandbox: ['sandbox', 'server', 'ui', 'shared'],
  server: ['server', 'db', 'shared'],
  web: ['web', 'ui', 'shared'],
  ui: ['ui', 'shared'],
  db: ['db', 'shared'],
  // What both halves say. Anything may import it.
  shared: ['shared'],
}

/**
 * The rooms of a half, in their order: a room uses those before it, never those after. `.` are the
 * files that stand in the half itself: what the rooms stand on where it comes early, what is made of
 * the rooms where it comes late. Without it, both, and only files must not go in circles.
 */
export const ROOMS: Record<string, string[]> = {
  // What both stand on and what is made of them stay outside: only files must not go in circles.
  'accounts/web': ['.', 'settings'],
  'accounts/server': ['passwords', 'sessions', 'settings', 'sign-up'],
  'admin/server': ['audit', 'session', 'uploads', 'deals', 'metrics', 'mail'],
  'admin/web': [
    'shell',
    'audit',
    'bulk-upload',
    'metrics',
    'deal-form',
    'carousels',
    'deal-list',
    'mail',
    '.',
  ],
  // What every room asks the server for stays outside.
  'deals/web': ['cards', 'filters', 'search', 'feed', 'browse'],
  'follows/server': ['.', 'for-you'],
  'deals/server': [
    'sheets',
    'pictures',
    'deal',
    'feed',
    'editing',
    'life',
    'import',
    '.',
    'browse',
    'search',
    'share-images',
  ],
  'marketing/web': ['landing', 'frame', 'legal'],
  'membership/server': [
    '.',
    'live',
    'plans',
    'mails',
    'subscription',
    'checkout',
    'account',
    'letters',
    'webhooks',
    'reconcile',
    'personal-data',
  ],
  'notices/server': ['inbox', 'push', 'alerts', '.'],
  'membership/web': ['.', 'join', 'after-checkout', 'account', 'live'],
  server: [
    'config',
    'observability',
    'cluster',
    'admission',
    'storage',
    'http',
    'sockets',
    'mail',
    'consent',
    'rate-limits',
    'uploads',
    'backup',
  ],
  web: ['api', 'live', 'toasts', 'page'],
  'sandbox/payments': ['store', 'objects', 'deliveries', 'life', 'api', 'pages', 'console'],
}

/** No folder holds more code files than this: a room is for one subject. */
export const MOST_FILES = 35

/** What other slices may import of a server half, by the room it stands in. */
export const FRONT_DOORS = [
  'accounts/server/accounts.ts',
  'accounts/server/sessions/sessions.ts',
  'accounts/server/sessions/sign-in.ts',
  'accounts/server/passwords/passwords.ts',
  'accounts/server/settings/email-change.ts',
  'membership/server/membership.ts',
  // Whose a checkout is, and what a purchase may be reported with.
  'membership/server/checkout/ownership.ts',
  'membership/server/checkout/purchases.ts',
  'membership/server/checkout/purchases.queries.ts',
  'deals/server/deals.ts',
  'deals/server/search/followed.ts',
  'deals/server/browse/browsing.ts',
  'deals/server/feed/carousels.ts',
  'deals/server/import/import.ts',
  'deals/server/import/report.ts',
  'deals/server/import/annotated.ts',
  'deals/server/import/history.ts',
  'deals/server/import/pictures.ts',
  'deals/server/import/template.ts',
  'deals/server/editing/editing.ts',
  'deals/server/editing/many.ts',
  'deals/server/editing/ending.ts',
  'deals/server/life/life.ts',
  'deals/server/life/keep-time.ts',
  'deals/server/deal/managed-deals.ts',
  'deals/server/pictures/pictures.ts',
  'deals/server/pictures/pictures.rules.ts',
  'deals/server/pictures/links.ts',
  'tracking/server/tracking.ts',
  'saved/server/saved.ts',
  'follows/server/follows.ts',
  'follows/server/for-you/for-you.ts',
  'follows/server/for-you/setup.ts',
  'follows/server/for-you/followers.ts',
  'mailings/server/choices.ts',
  'mailings/server/hours.rules.ts',
  'mailings/server/letter-deals.ts',
  'mailings/server/desk.ts',
  'mailings/server/stream-mail.ts',
  'notices/server/inbox/inbox.ts',
  'privacy/server/privacy.ts',
  'marketing/server/marketing.ts',
  // What each keeps about somebody, and how it forgets.
  'accounts/server/personal-data.ts',
  'accounts/server/personal-data.queries.ts',
  'membership/server/personal-data/personal-data.ts',
  'membership/server/personal-data/personal-data.queries.ts',
  'membership/server/personal-data/end-for-deletion.ts',
  'membership/server/personal-data/end-for-deletion.queries.ts',
  'tracking/server/personal-data.ts',
  'saved/server/personal-data.ts',
  'follows/server/personal-data.ts',
  'mailings/server/personal-data.ts',
  'notices/server/personal-data.ts',
  // What the developer tools do by hand.
  'membership/server/plans/prices.ts',
  'membership/server/subscription/sync.ts',
  'membership/server/webhooks/webhook.ts',
  'admin/server/session/guards.ts',
  'admin/server/audit/audit.ts',
]

/** Whose tables are whose: every table is written by one slice or foundation. */
export const TABLE_WRITERS: Record<string, string> = {
  users: 'accounts',
  sessions: 'accounts',
  knownDevices: 'accounts',
  emailChanges: 'accounts',
  emailChangeLinks: 'accounts',
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
  signUps: 'accounts',
  confirmationLinks: 'accounts',
  brands: 'deals',
  retailers: 'deals',
  pictures: 'deals',
  imports: 'deals',
  deals: 'deals',
  dealPictures: 'deals',
  priceObservations: 'deals',
  carousels: 'deals',
  clicks: 'tracking',
  events: 'tracking',
  marketingEvents: 'tracking',
  savedDeals: 'saved',
  savedFeeds: 'saved',
  follows: 'follows',
  forYouSetups: 'follows',
  declinedDeals: 'follows',
  mailChoices: 'mailings',
  mailConsents: 'mailings',
  mailEvents: 'mailings',
  mailStreamStops: 'mailings',
  inboxLinks: 'mailings',
  notices: 'notices',
  toldDeals: 'notices',
  dealChanges: 'notices',
  waitingAlerts: 'notices',
  pushKeys: 'notices',
  pushDevices: 'notices',
  consentWithdrawals: 'server',
  adminCredentials: 'admin',
  adminSessions: 'admin',
  auditEntries: 'admin',
  testimonials: 'marketing',
  backups: 'server',
  restores: 'server',
}

/** What members pay for. On the server these names appear only where the paid content passes. */
export const PAID_COLUMNS =
  /\b(productName|buyUrl|buyUrlKey|domain|retailerName|retailerSlug|guessedTerms|unreadTerms|gtin|styleNumber)\b/

/**
 * In through the import, out through `serialize-deal.ts`; a rule of tracking turns a link it was
 * given.
 */
export const MAY_NAME_PAID_COLUMNS = [
  'src/db/tables.ts',
  'src/deals/deals.contract.ts',
  'src/deals/server/deal/serialize-deal.ts',
  /^src\/deals\/server\/(import|editing|sheets)\/[\w.-]+\.ts$/,
  /^src\/deals\/server\/deal\/(deal|fields|terms|managed-deals|buy-url|brands-and-retailers|same-piece)[\w.-]*\.ts$/,
  'src/deals/managed-deal.contract.ts',
  'src/deals/form-fields.facts.ts',
  /^src\/admin\/[\w-]+\.contract\.ts$/,
  // How the audit calls a field that is written in capitals.
  'src/admin/server/audit/changes.rules.ts',
  'src/tracking/server/tracking.ts',
  'src/tracking/server/tracking.rules.ts',
  // How a deal is called: pure, and used where its name may be seen.
  'src/shared/names.ts',
  // What the payment provider sells is a product as well; deals never reach it.
  'src/stand-ins.ts',
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
  | 'shared'

type Target =
  | 'anything'
  | 'sandbox'
  | 'server'
  | 'web'
  | 'ui'
  | 'db'
  | 'shared'
  | `own ${'server' | 'web' | 'facts'}`
  | `earlier ${'front door' | 'web' | 'facts'}`
