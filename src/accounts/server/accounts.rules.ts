import { SESSION_IDLE_MS } from '#app/accounts/accounts.facts.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { SESSION_LONGEST_MS } from '#app/shared/retention.ts'

/** How stale a session's "last seen" may get before a request writes it again. */
export const SESSION_TOUCH_MS = HOUR_MS

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
/** The same limit for a whole IPv6 /48, which one person may own. */
export const WIDER_NETWORK_FAILURES = 10 * NETWORK_FAILURES
/** Wrong passwords over all accounts and networks, above which a warning is logged. */
export const FAILURES_WORTH_A_LOOK = {
  name: 'sign-in-failures-overall',
  limit: 300,
  windowSeconds: NETWORK_WINDOW_SECONDS,
  warning: 'unusually many sign-ins fail',
}
/**
 * Wrong passwords for one account from all networks, per day; above that only known browsers may try.
 */
export const ACCOUNT_FAILURES = 100
export const ACCOUNT_WINDOW_SECONDS = 24 * 60 * 60

/** Password reset mails per hour: to one address, and requested from one network. */
export const RESETS_PER_ADDRESS = 3
export const RESETS_PER_NETWORK = 10
export const RESETS_WINDOW_SECONDS = 60 * 60

/** Sign-up mails per hour: to one address, and requested from one network. */
export const SIGN_UPS_PER_ADDRESS = 5
export const SIGN_UPS_PER_NETWORK = 20
export const SIGN_UPS_WINDOW_SECONDS = 60 * 60
