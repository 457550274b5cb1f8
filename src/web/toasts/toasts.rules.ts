const TOAST_LIMIT = 1
export const TOAST_DURATION_MS = 5000
/** A dismissed toast stays in the list this long, so that it can leave in its own time. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export type ToastEntry = {
  id: number
  title: string
  description?: string | undefined
  tone?: 'plain' | 'error'
  isOpen: boolean
}

/** The newest first, as many as may be shown at once. */
export function addToast(toasts: ToastEntry[], toast: ToastEntry): ToastEntry[] {
  return [toast, ...toasts].slice(0, TOAST_LIMIT)
}

export function dismissToast(toasts: ToastEntry[], id: number): ToastEntry[] {
  return toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast))
}

/** Those that tell of a failure and can still be seen. */
export function findOpenErrors(toasts: ToastEntry[]): ToastEntry[] {
  return toasts.filter(({ isOpen, tone }) => isOpen && tone === 'error')
}

export function removeToast(toasts: ToastEntry[], id: number): ToastEntry[] {
  return toasts.filter((toast) => toast.id !== id)
}
