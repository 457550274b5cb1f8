import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD_BYTES = 256
/** Characters of an e-mail address. */
export const LONGEST_EMAIL = 254

/** A session ends after this long without a request, or after `SESSION_LONGEST_MS` (`src/shared/retention.ts`). */
export const SESSION_IDLE_MS = 14 * DAY_MS

/** How long a link that resets a password can be used. */
export const RESET_LINK_MS = 30 * MINUTE_MS

/** How long the link that confirms a new address is valid. */
export const CONFIRM_EMAIL_MS = 60 * MINUTE_MS
/** How long the old address can stop an address change, or revert it. */
export const STOP_EMAIL_CHANGE_MS = 7 * DAY_MS
/** Longer than any mail about a change is kept: the change tells whose mails to the old address are. */
export const EMAIL_CHANGE_KEPT_MS = 100 * DAY_MS

/** How long a link that confirms the address of a new account is valid. */
export const CONFIRMATION_LINK_MS = HOUR_MS
/** Unconfirmed accounts, and every sign-up request, are deleted after this long. */
export const UNCONFIRMED_KEPT_MS = 7 * DAY_MS

/** Counts code points, not UTF-16 units. */
export function isLongEnough(password: string, shortest = SHORTEST_PASSWORD): boolean {
  return [...password].length >= shortest
}

export function tooShort(shortest = SHORTEST_PASSWORD): string {
  return `Password must be at least ${shortest} characters`
}
