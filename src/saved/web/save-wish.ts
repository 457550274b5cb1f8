import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserStorage } from '#app/web/browser-storage.ts'

/** Remembers across tabs what a visitor wanted to save, until they sign in. */
export function rememberSaveWish(dealId: string): void {
  browserStorage.writeJson('save-wish', { dealId, at: Date.now() })
}

/** Saves what a visitor wanted to save before signing in. */
export function useSaveWish(mayViewerSave: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!mayViewerSave) return
    const wish = browserStorage.readJson('save-wish')
    if (wish == null) return
    // Removed first, so that no other tab does it as well.
    browserStorage.remove('save-wish')
    import('./grant-wish.ts').then(
      ({ grantSaveWish }) => grantSaveWish(queryClient, wish),
      () => browserStorage.writeJson('save-wish', wish),
    )
  }, [mayViewerSave, queryClient])
}
