import { paths } from '#app/shared/paths.ts'
import { isCheckoutName, readPendingSession } from '#app/web/page/pending-session.rules.ts'

/** What names a finished checkout: the session's id or our own, or the token of a mailed link. */
export type Ticket = { session_id: string } | { link: string }

const KEYS = ['session_id', 'link'] as const

/**
 * The ticket of the address, which it is taken out of, else the one this tab had before, else the
 * one that waits in this browser. Kept for the tab alone, so that a reload goes on where it was.
 */
export function takeTicket(search: string): Ticket | undefined {
  const asked = new URLSearchParams(search)
  for (const key of KEYS) {
    const value = asked.get(key)
    if (!value) continue
    keep(key, value)
    history.replaceState(history.state, '', paths.checkoutDone())
    return { [key]: value } as Ticket
  }
  for (const key of KEYS) {
    const value = read(key)
    if (value) return { [key]: value } as Ticket
  }
  const pending = readPendingSession(document.cookie)
  return isCheckoutName(pending) ? { session_id: pending } : undefined
}

export function forgetTicket(): void {
  try {
    for (const key of KEYS) sessionStorage.removeItem(nameOf(key))
  } catch {}
}

function keep(key: (typeof KEYS)[number], value: string) {
  forgetTicket()
  try {
    sessionStorage.setItem(nameOf(key), value)
  } catch {}
}

function read(key: (typeof KEYS)[number]): string | null {
  try {
    return sessionStorage.getItem(nameOf(key))
  } catch {
    return null
  }
}

function nameOf(key: (typeof KEYS)[number]): string {
  return `checkout_${key}`
}
