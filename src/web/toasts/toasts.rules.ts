const TOAST_LIMIT = 1
export const TOAST_DURATION_MS = 5000
/** A dismissed toast stays in the list this long, so that its exit can finish. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export type ToastEntry = {
  id: number
  title: string
  description?: string | undefined
  tone?: 'plain' | 'error'
  isOpen: boolean
}

/** Adds a toast in front, and drops the oldest beyond the limit. */
export function addToast(toasts: ToastEntry[], toast: ToastEntry): ToastEntry[] {
  return [toast, ...toasts].slice(0, TOAST_LIMIT)
}

export function dismissToast(toasts: ToastEntry[], id: number): ToastEntry[] {
  return toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast))
}

/** The error toasts that are still open. */
export function findOpenErrors(toasts: ToastEntry[]): ToastEntry[] {
  return toasts.filter(({ isOpen, tone }) => isOpen && tone === 'error')
}

export function removeToast(toasts: ToastEntry[], id: number): ToastEntry[] {
  return toasts.filter((toast) => toast.id !== id)
}
