import { useEffect } from 'react'
import { tabStorage } from '#app/web/browser-storage.ts'
import { showToast, type ToastWords } from './toasts.ts'

const KEY = 'toast'
type CarriedToast = { toast: ToastWords; place?: string | undefined }
let shown: CarriedToast | undefined

/**
 * Keeps a toast for the next document: the page that has something to say is being left. `place`
 * is the id of the element that the reader goes on at.
 */
export function carryToast(toast: ToastWords, place?: string): void {
  tabStorage.writeJson(KEY, { toast, place } satisfies CarriedToast)
}

/** What has only just been shown is said again by the next document. */
export function carryToastOn(): void {
  if (shown) tabStorage.writeJson(KEY, shown)
}

/** Shows what the document before had to say. */
export function useCarriedToast(): void {
  useEffect(() => {
    const kept = tabStorage.readJson(KEY) as CarriedToast | undefined
    tabStorage.remove(KEY)
    if (!kept?.toast) return
    shown = kept
    showToast(kept.toast)
    if (kept.place) goOnAt(kept.place)
  }, [])
}

function goOnAt(id: string) {
  const place = document.getElementById(id)
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
