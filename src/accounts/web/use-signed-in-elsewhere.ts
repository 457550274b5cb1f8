import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { startOver } from '#app/web/start-over.ts'
import { onSignedInElsewhere } from '#app/web/tabs.ts'
import { refreshAfterSignIn, useUser } from './user.ts'

/** Somebody signs in in another tab: this one is theirs too, and shows it. */
export function useSignedInElsewhere(): void {
  const isSignedIn = useUser() !== null
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()

  useEffect(
    () =>
      onSignedInElsewhere(async () => {
        // Before anything of one person can be drawn for another.
        if (isSignedIn) return startOver()
        await refreshAfterSignIn(queryClient)
        await revalidate()
      }),
    [isSignedIn, queryClient, revalidate],
  )
}
