const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A session ends after this long without a request, */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** or after this long whatever happens. */
export const SESSION_LONGEST_MS = 90 * DAY_MS
/** A browser that has not signed in for this long is a stranger again. */
export const DEVICE_IDLE_MS = 365 * DAY_MS
/** How stale "last seen" may be before a request writes it again. */
export const SESSION_TOUCH_MS = 60 * MINUTE_MS

export type SessionTimes = { createdAt: Date; lastSeenAt: Date }

export function isSessionOver({ createdAt, lastSeenAt }: SessionTimes, now: Date): boolean {
  return (
    now.getTime() - lastSeenAt.getTime() > SESSION_IDLE_MS ||
    now.getTime() - createdAt.getTime() > SESSION_LONGEST_MS
  )
}

/** Wrong passwords from one network, over all accounts, in {@link NETWORK_WINDOW_SECONDS}. */
export const NETWORK_FAILURES = 20
export const NETWORK_WINDOW_SECONDS = 15 * 60
/**
 * Wrong passwords for one account from everywhere, in a day, before only its known browsers go on.
 */
export const ACCOUNT_FAILURES = 100
export const ACCOUNT_WINDOW_SECONDS = 24 * 60 * 60

/** How long a link that resets a password can be used. */
export const RESET_LINK_MS = 30 * MINUTE_MS
/** Mails with such a link to one address, and asked for from one network, in an hour. */
export const RESETS_PER_ADDRESS = 3
export const RESETS_PER_NETWORK = 10
export const RESETS_WINDOW_SECONDS = 60 * 60
