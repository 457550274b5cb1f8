import { useEffect } from 'react'
import { showToast, type ToastWords } from './toasts.ts'

const KEY = 'toast'

/** Keeps a toast for the next document: the page that has something to say is being left. */
export function carryToast(toast: ToastWords): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(toast))
  } catch {}
}

/** Shows what the document before had to say. */
export function useCarriedToast(): void {
  useEffect(() => {
    try {
      const kept = sessionStorage.getItem(KEY)
      sessionStorage.removeItem(KEY)
      if (kept) showToast(JSON.parse(kept))
    } catch {}
  }, [])
}
