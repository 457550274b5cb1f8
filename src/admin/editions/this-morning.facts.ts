import { DAY_MS } from '#app/shared/dates.ts'

/** What can wait for somebody, in the order in which it is told. */
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

/** A mail that was refused, and a sheet with notes, are told of for so long. */
export const TOLD_FOR_MS = 7 * DAY_MS
