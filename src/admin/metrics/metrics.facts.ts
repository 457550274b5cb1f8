import type { MembershipStatus, RowKind } from './metrics.contract.ts'

/** The names of membership statuses on charts, in lists and in files. */
export const MEMBERSHIP_STATUS_NAMES = {
  active: 'Active',
  trialing: 'On trial',
  ending: 'Ending',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  incomplete: 'Not started',
  incomplete_expired: 'Never started',
  paused: 'Paused',
  canceled: 'Canceled',
  none: 'Free account',
} as const satisfies Record<MembershipStatus, string>

/** Lists with e-mail addresses: an owner gives the second factor before exporting one. */
export const ROWS_OF_PEOPLE: ReadonlySet<RowKind> = new Set([
  'clicks',
  'locked',
  'checkouts',
  'members',
  'trials',
  'payments',
  'unclaimed',
  'recurring',
  'joined',
  'left',
  'cohort',
])

/** Lists whose rows are each about one person, even without a name: analysts cannot export them. */
export const ROWS_OF_ONE_PERSON: ReadonlySet<RowKind> = new Set([
  ...ROWS_OF_PEOPLE,
  'trips',
  'reports',
  'saves',
  'follows',
])
