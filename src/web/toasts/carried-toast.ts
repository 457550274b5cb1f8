import { useEffect } from 'react'
import { showToast, type ToastWords } from './toasts.ts'

const KEY = 'toast'
let shown: string | undefined

/**
 * Keeps a toast for the next document: the page that has something to say is being left. `place`
 * is the id of the element that the reader goes on at.
 */
export function carryToast(toast: ToastWords, place?: string): void {
  keep(JSON.stringify({ toast, place }))
}

/** What has only just been shown is said again by the next document. */
export function carryToastOn(): void {
  if (shown) keep(shown)
}

/** Shows what the document before had to say. */
export function useCarriedToast(): void {
  useEffect(() => {
    try {
      const kept = sessionStorage.getItem(KEY)
      sessionStorage.removeItem(KEY)
      if (!kept) return
      shown = kept
      const { toast, place } = JSON.parse(kept)
      showToast(toast)
      if (place) goOnAt(place)
    } catch {}
  }, [])
}

function goOnAt(id: string) {
  const place = document.getElementById(id)
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

function keep(text: string) {
  try {
    sessionStorage.setItem(KEY, text)
  } catch {}
}
