import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserStorage } from '#app/web/browser-storage.ts'

/** Remembers what a visitor wanted to save, until they are signed in: in this tab or another. */
export function rememberSaveWish(dealId: string): void {
  browserStorage.writeJson('save-wish', { dealId, at: Date.now() })
}

/** Saves what somebody had wanted to before they signed in. */
export function useSaveWish(mayViewerSave: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!mayViewerSave) return
    const wish = browserStorage.readJson('save-wish')
    if (wish == null) return
    // First, so that another tab does not do it as well.
    browserStorage.remove('save-wish')
    import('./grant-wish.ts').then(
      ({ grantSaveWish }) => grantSaveWish(queryClient, wish),
      () => browserStorage.writeJson('save-wish', wish),
    )
  }, [mayViewerSave, queryClient])
}
