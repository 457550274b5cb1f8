import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import type { Follows } from '#app/follows/follows.contract.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { followsQuery } from './queries.ts'

const SetupQuestion = lazy(() => import('./SetupQuestion.tsx'))

/** Offers members the set-up over the feed, which joining leads to, until they have answered once. */
export function SetupOffer() {
  const isLive = useHydrated()
  const isOnFeed = useLocation().pathname === paths.dailyDeals()
  const isAsked = useViewerClass() === 'member' && isOnFeed
  const { data } = useQuery<Follows | null>({ ...followsQuery, enabled: isAsked })
  if (!isLive || !isAsked || data?.wasSetUpOffered !== false) return null
  return (
    <Suspense>
      <SetupQuestion />
    </Suspense>
  )
}
