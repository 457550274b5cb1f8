import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import type { Follows } from '#app/follows/follows.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { followsQuery } from './queries.ts'

const SetupQuestion = lazy(() => import('./SetupQuestion.tsx'))

/** Offers members the setup over the feed, where joining leads, until they have answered once. */
export default function SetupOffer() {
  const isOnFeed = useLocation().pathname === paths.dailyDeals()
  const { data } = useQuery<Follows | null>({ ...followsQuery, enabled: isOnFeed })
  if (!isOnFeed || data?.wasSetUpOffered !== false) return null
  return (
    <Suspense>
      <SetupQuestion />
    </Suspense>
  )
}
