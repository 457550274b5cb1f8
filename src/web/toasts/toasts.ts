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

// A constant for the server and for hydration: a new array each time would cause a needless render.
const NONE: ToastEntry[] = []
// One store per page rather than a context: route actions show toasts too and are not components.
let toasts = NONE
let nextId = 1
const listeners = new Set<() => void>()

export type ToastWords = Omit<ToastEntry, 'id' | 'isOpen'>

/** Shows a toast. Does nothing on the server. */
export function showToast(toast: ToastWords): void {
  if (!isBrowser) return
  update(addToast(toasts, { ...toast, id: nextId++, isOpen: true }))
}

export function closeToast(id: number): void {
  update(dismissToast(toasts, id))
  setTimeout(() => update(removeToast(toasts, id)), TOAST_REMOVE_DELAY_MS)
}

/** Closes error toasts, because the refused action has succeeded since. */
export function closeErrorToasts(): void {
  for (const { id } of findOpenErrors(toasts)) closeToast(id)
}

/** Closes all toasts, because something is tried again. */
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
