import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { refreshAfterSignIn, useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { onSubscriptionActiveElsewhere } from '#app/web/tabs.ts'
import type { LiveUpdates } from './live-updates.ts'

/** Loaded for those who are signed in: a visitor has nothing to be told. */
const load = () => import('./live-updates.ts')

/** Changes of the membership, made anywhere, show in this tab by themselves. */
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
      // Without it the page stays what it was when it was opened.
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
        // In turn with what this tab hears by itself: two at once would stop each other's questions.
        if (live.current) return live.current.look(isWaiting ? paths.dailyDeals() : undefined)
        await refreshAfterSignIn(queryClient)
        await revalidate()
        if (isWaiting) void navigate(paths.dailyDeals())
      }),
    [queryClient, navigate, revalidate],
  )
}
