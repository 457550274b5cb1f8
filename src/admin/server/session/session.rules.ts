const MINUTE_MS = 60_000

/** The back office locks itself after this long without use, */
export const ADMIN_IDLE_MS = 30 * MINUTE_MS
/** or after this long whatever happens. */
export const ADMIN_LONGEST_MS = 12 * 60 * MINUTE_MS
/** How stale "last seen" may be before a request writes it again. */
export const ADMIN_TOUCH_MS = MINUTE_MS

/** Wrong passwords from all strangers together before only known browsers go on. */
export const STRANGERS_FAILURES = 50
export const STRANGERS_WINDOW_SECONDS = 60 * 60
/** How long a network's wrong passwords are held against it. */
export const FAILURES_WINDOW_SECONDS = 24 * 60 * 60
/** A network that goes on guessing is written into the audit log this often at most. */
export const REFUSED_EVERY_SECONDS = 60

type Times = { createdAt: Date; lastSeenAt: Date }

export function isAdminSessionOver({ createdAt, lastSeenAt }: Times, now: Date): boolean {
  return (
    now.getTime() - lastSeenAt.getTime() > ADMIN_IDLE_MS ||
    now.getTime() - createdAt.getTime() > ADMIN_LONGEST_MS
  )
}

/** One line without control characters, as the audit log can show it. */
export function tidyName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Z}]+/gu, ' ')
    .trim()
}
