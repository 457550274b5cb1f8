import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Followed } from '#app/deals/web/follow-slot.ts'
import { browserStorage } from '#app/web/browser-storage.ts'
import type { Stance } from './stance.ts'

const KEPT = 'follow-wish'

/** Remembers what a visitor wanted to follow or leave out, until they are signed in: in this tab or another. */
export function rememberFollowWish({ kind, value, name }: Followed, stance: Stance): void {
  browserStorage.writeJson(KEPT, { kind, value, name, stance, at: Date.now() })
}

/** Does what somebody had wanted before they signed in. */
export function useFollowWish(mayViewerFollow: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!mayViewerFollow) return
    const wish = browserStorage.readJson(KEPT)
    if (wish == null) return
    // First, so that another tab does not do it as well.
    browserStorage.remove(KEPT)
    import('./grant-wish.ts').then(
      ({ grantFollowWish }) => grantFollowWish(queryClient, wish),
      () => browserStorage.writeJson(KEPT, wish),
    )
  }, [mayViewerFollow, queryClient])
}
