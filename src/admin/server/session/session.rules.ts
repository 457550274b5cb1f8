import { ADMIN_IDLE_MS, ADMIN_LONGEST_MS } from '#app/admin/admin.facts.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'

/** "Last seen" may be this old before a request writes it again. */
export const ADMIN_TOUCH_MS = MINUTE_MS
/** How often an upload in progress counts as use. */
export const UPLOAD_TOUCH_MS = 5 * MINUTE_MS

/** Most wrong passwords from all unknown browsers together; beyond that only known ones may try. */
export const STRANGERS_FAILURES = 50
export const STRANGERS_WINDOW_SECONDS = 60 * 60
/** Refused logins of one network are audited at most once in this time. */
export const REFUSALS_WINDOW_SECONDS = 60

type Times = { createdAt: Date; lastSeenAt: Date }

export function isAdminSessionOver({ createdAt, lastSeenAt }: Times, now: Date): boolean {
  return (
    now.getTime() - lastSeenAt.getTime() > ADMIN_IDLE_MS ||
    now.getTime() - createdAt.getTime() > ADMIN_LONGEST_MS
  )
}

/** Turns a name into one line without control characters, as the audit log can show it. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Z}]+/gu, ' ')
    .trim()
}
