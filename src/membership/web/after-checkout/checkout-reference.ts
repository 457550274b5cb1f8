import { paths } from '#app/shared/paths.ts'
import { tabStorage } from '#app/web/browser-storage.ts'
import { isCheckoutName, readPendingSession } from '#app/web/page/pending-session.rules.ts'

/**
 * Identifies a finished checkout: by the session's id, by our own name for it, or by the token of a
 * mailed link.
 */
export type CheckoutReference = { session_id: string } | { link: string }

const KEYS = ['session_id', 'link'] as const

/**
 * The reference in the address, which is removed from it; else the one this tab had before; else
 * the one that this browser's cookie names. Stored only for the tab, so that a reload continues
 * where it was.
 */
export function takeCheckoutReference(search: string): CheckoutReference | undefined {
  const asked = new URLSearchParams(search)
  for (const key of KEYS) {
    const value = asked.get(key)
    if (!value) continue
    deleteCheckoutReference()
    tabStorage.write(nameOf(key), value)
    history.replaceState(history.state, '', paths.checkoutDone())
    return { [key]: value } as CheckoutReference
  }
  for (const key of KEYS) {
    const value = tabStorage.read(nameOf(key))
    if (value) return { [key]: value } as CheckoutReference
  }
  const pending = readPendingSession(document.cookie)
  return isCheckoutName(pending) ? { session_id: pending } : undefined
}

export function deleteCheckoutReference(): void {
  for (const key of KEYS) tabStorage.remove(nameOf(key))
}

function nameOf(key: (typeof KEYS)[number]) {
  return `checkout_${key}` as const
}
