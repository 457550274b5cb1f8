import type { MembershipStatus, RowKind } from './metrics.contract.ts'

/** What the status of a membership is called on charts, in lists and in files. */
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

/** Lists that name people by their address: to take one along asks an owner for the second key. */
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

/** Lists in which each row is about one person, if by no name: no analyst takes one along. */
export const ROWS_OF_ONE_PERSON: ReadonlySet<RowKind> = new Set([
  ...ROWS_OF_PEOPLE,
  'trips',
  'reports',
  'saves',
  'follows',
])
