import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { refreshAfterSignIn, useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { onSubscriptionActiveElsewhere } from '#app/web/tabs.ts'
import type { LiveUpdates } from './live-updates.ts'

/** Loaded only for signed-in people: nothing is announced to a visitor. */
const load = () => import('./live-updates.ts')

/** Shows changes of the membership, made anywhere, in this tab. */
export function useLiveUpdates(): void {
  const userId = useUser()?.id
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const isSending = useRef(false)
  useEffect(() => {
    isSending.current = state === 'submitting'
  }, [state])

  const live = useRef<LiveUpdates>(undefined)

  useEffect(() => {
    if (userId === undefined) return
    let isOver = false
    load()
      .then(({ startLiveUpdates }) => {
        if (isOver) return
        const goTo = (path: string) => void navigate(path)
        live.current = startLiveUpdates({
          userId,
          queryClient,
          goTo,
          revalidate,
          isSending: () => isSending.current,
        })
      })
      // Without it, the page stays as it was when it was opened.
      .catch(() => {})
    return () => {
      isOver = true
      live.current?.stop()
      live.current = undefined
    }
  }, [userId, queryClient, navigate, revalidate])

  useEffect(
    () =>
      onSubscriptionActiveElsewhere(async () => {
        const isWaiting = location.pathname === paths.subscribe()
        // Queued after what this tab hears itself: two looks at once would cancel each other's queries.
        if (live.current) return live.current.look(isWaiting ? paths.dailyDeals() : undefined)
        await refreshAfterSignIn(queryClient)
        await revalidate()
        if (isWaiting) void navigate(paths.dailyDeals())
      }),
    [queryClient, navigate, revalidate],
  )
}
