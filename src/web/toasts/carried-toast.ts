import { useEffect } from 'react'
import { tabStorage } from '#app/web/browser-storage.ts'
import { showToast, type ToastWords } from './toasts.ts'

const KEY = 'toast'
type CarriedToast = { toast: ToastWords; place?: string | undefined }
let shown: CarriedToast | undefined

/**
 * Stores a toast for the next document, because this page is being left. `place` is the id of the element to
 * move on to.
 */
export function carryToast(toast: ToastWords, place?: string): void {
  tabStorage.writeJson(KEY, { toast, place } satisfies CarriedToast)
}

/** Passes the toast just shown on to the next document. */
export function carryToastOn(): void {
  if (shown) tabStorage.writeJson(KEY, shown)
}

/** Shows the toast stored by the previous document. */
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
