import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD_BYTES = 256
/** Characters of an e-mail address. */
export const LONGEST_EMAIL = 254

/** A session ends after this long without a request, or after `SESSION_LONGEST_MS` (`src/shared/retention.ts`). */
export const SESSION_IDLE_MS = 14 * DAY_MS

/** How long a link that resets a password can be used. */
export const RESET_LINK_MS = 30 * MINUTE_MS

/** How long the link that confirms another address can be used, */
export const CONFIRM_EMAIL_MS = 60 * MINUTE_MS
/** and from the address before the change can be stopped, or taken back. */
export const STOP_EMAIL_CHANGE_MS = 7 * DAY_MS
/** Longer than any mail about it is kept: it says whose the mails to the address before are. */
export const EMAIL_CHANGE_KEPT_MS = 100 * DAY_MS

/** How long a link that confirms an address can be used. */
export const CONFIRMATION_LINK_MS = HOUR_MS
/** An account whose address nobody confirms is deleted after this long, and so is each asking. */
export const UNCONFIRMED_KEPT_MS = 7 * DAY_MS

/** By characters as people count them, not by units of UTF-16. */
export function isLongEnough(password: string, shortest = SHORTEST_PASSWORD): boolean {
  return [...password].length >= shortest
}

export function tooShort(shortest = SHORTEST_PASSWORD): string {
  return `Password must be at least ${shortest} characters`
}
