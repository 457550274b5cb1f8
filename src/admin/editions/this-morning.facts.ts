import { DAY_MS } from '#app/shared/dates.ts'

/** What can wait for somebody, in the order in which it is shown. */
export const WAITING_KINDS = [
  'drafts',
  'checks',
  'reports',
  'claims',
  'mails',
  'jobs',
  'imports',
  'retailers',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Refused mails and sheets with notes are shown for so long. */
export const TOLD_FOR_MS = 7 * DAY_MS
