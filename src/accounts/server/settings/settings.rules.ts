import { STOP_EMAIL_CHANGE_MS } from '#app/accounts/accounts.facts.ts'

/**
 * Address changes requested per account, and mails about them per address, per hour. The second is higher: each
 * request voids the link of the previous one.
 */
export const EMAIL_CHANGES_PER_ACCOUNT = 3
export const EMAIL_CHANGES_PER_ADDRESS = 6
/** Links tried per network, and browsers signed out per account, per hour. */
export const LINKS_PER_NETWORK = 60
export const ENDINGS_PER_ACCOUNT = 60
export const SETTINGS_WINDOW_SECONDS = 60 * 60

type EmailChange = {
  createdAt: Date
  expiresAt: Date
  confirmedAt: Date | null
  stoppedAt: Date | null
}

/** Whether the change is waiting to be confirmed. */
export function isOpenChange({ expiresAt, confirmedAt, stoppedAt }: EmailChange, now: Date) {
  return confirmedAt === null && stoppedAt === null && now < expiresAt
}

/** Whether the change can still be stopped or, once in effect, reverted. */
export function isStoppable({ createdAt, confirmedAt }: EmailChange, now: Date): boolean {
  const since = confirmedAt ?? createdAt
  return now.getTime() - since.getTime() < STOP_EMAIL_CHANGE_MS
}
