import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DAY_MS } from '#app/shared/dates.ts'
import { browserStorage } from '#app/web/browser-storage.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { setSaved } from './saving.ts'

/** Remembers what a visitor wanted to save, until they are signed in: in this tab or another. */
export function rememberSaveWish(dealId: string): void {
  browserStorage.writeJson('save-wish', { dealId, at: Date.now() })
}

/** Saves what somebody had wanted to before they signed in. */
export function useSaveWish(mayViewerSave: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!mayViewerSave) return
    const wish = readWish(browserStorage.readJson('save-wish'))
    if (!wish) return
    // First, so that another tab does not do it as well.
    browserStorage.remove('save-wish')
    if (Date.now() - wish.at > DAY_MS) return
    void setSaved(queryClient, wish.dealId, true).then((isSaved) => {
      if (!isSaved) return
      showToast({
        title: 'Saved',
        description: 'The deal you pressed the heart of is on your list.',
      })
    })
  }, [mayViewerSave, queryClient])
}

function readWish(stored: unknown): { dealId: string; at: number } | undefined {
  const { dealId, at } = (stored ?? {}) as { dealId?: unknown; at?: unknown }
  return typeof dealId === 'string' && typeof at === 'number' ? { dealId, at } : undefined
}
