import { useSyncExternalStore } from 'react'
import { isBrowser } from '#app/web/browser.ts'
import {
  addToast,
  dismissToast,
  findOpenErrors,
  removeToast,
  TOAST_REMOVE_DELAY_MS,
  type ToastEntry,
} from './toasts.rules.ts'

// The same for the server and a page that begins: another would be drawn anew for nothing.
const NONE: ToastEntry[] = []
// One list for the page: actions of routes speak here too, and they are no components.
let toasts = NONE
let nextId = 1
const listeners = new Set<() => void>()

export type ToastWords = Omit<ToastEntry, 'id' | 'isOpen'>

/** Shows a toast; on the server, where nobody would see it, nothing happens. */
export function showToast(toast: ToastWords): void {
  if (!isBrowser) return
  update(addToast(toasts, { ...toast, id: nextId++, isOpen: true }))
}

export function closeToast(id: number): void {
  update(dismissToast(toasts, id))
  setTimeout(() => update(removeToast(toasts, id)), TOAST_REMOVE_DELAY_MS)
}

/** What was refused has succeeded since: the words about it go. */
export function closeErrorToasts(): void {
  for (const { id } of findOpenErrors(toasts)) closeToast(id)
}

/** Something is tried anew: what was said of the last time goes. */
export function closeToasts(): void {
  for (const { id, isOpen } of toasts) if (isOpen) closeToast(id)
}

export function useToasts(): ToastEntry[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
}

function update(next: ToastEntry[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
