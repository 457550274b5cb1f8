import { STOP_EMAIL_CHANGE_MS } from '#app/accounts/accounts.facts.ts'

/**
 * Wishes for another address, of one account, and mails to one address about it, in an hour. The
 * latter are more: each wish ends the link of the one before.
 */
export const EMAIL_CHANGES_PER_ACCOUNT = 3
export const EMAIL_CHANGES_PER_ADDRESS = 6
/** Links tried, from one network, and browsers ended, by one account, in an hour. */
export const LINKS_PER_NETWORK = 60
export const ENDINGS_PER_ACCOUNT = 60
export const SETTINGS_WINDOW_SECONDS = 60 * 60

type EmailChange = {
  createdAt: Date
  expiresAt: Date
  confirmedAt: Date | null
  stoppedAt: Date | null
}

/** Whether it waits to be confirmed. */
export function isOpenChange({ expiresAt, confirmedAt, stoppedAt }: EmailChange, now: Date) {
  return confirmedAt === null && stoppedAt === null && now < expiresAt
}

/** Whether it can still be stopped or, once it counts, be taken back. */
export function isStoppable({ createdAt, confirmedAt }: EmailChange, now: Date): boolean {
  const since = confirmedAt ?? createdAt
  return now.getTime() - since.getTime() < STOP_EMAIL_CHANGE_MS
}
