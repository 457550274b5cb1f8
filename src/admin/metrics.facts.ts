import type { MembershipStatus } from './metrics.contract.ts'

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
