import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Followed } from '#app/deals/web/follow-slot.ts'
import { browserStorage } from '#app/web/browser-storage.ts'
import type { Stance } from './stance.ts'

const KEPT = 'follow-wish'

/** Remembers across tabs what a visitor wanted to follow or hide, until they sign in. */
export function rememberFollowWish({ kind, value, name }: Followed, stance: Stance): void {
  browserStorage.writeJson(KEPT, { kind, value, name, stance, at: Date.now() })
}

/** Carries out what a visitor wanted before signing in. */
export function useFollowWish(mayViewerFollow: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!mayViewerFollow) return
    const wish = browserStorage.readJson(KEPT)
    if (wish == null) return
    // Removed first, so that no other tab does it as well.
    browserStorage.remove(KEPT)
    import('./grant-wish.ts').then(
      ({ grantFollowWish }) => grantFollowWish(queryClient, wish),
      () => browserStorage.writeJson(KEPT, wish),
    )
  }, [mayViewerFollow, queryClient])
}
