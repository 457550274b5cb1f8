import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { takeHasJustPaid } from '#app/membership/web/after-checkout/use-clean-address.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'

const SetupQuestion = lazy(() => import('./SetupQuestion.tsx'))

/** Offers a new member the set-up, once: on the page that they come to after paying. */
export function SetupOffer() {
  const { key, pathname } = useLocation()
  const viewer = useViewerClass()
  const [isOffered, setIsOffered] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place is looked at.
  useEffect(() => {
    if (takeHasJustPaid()) setIsOffered(true)
  }, [key])
  if (!isOffered || viewer !== 'member' || pathname === paths.forYouSetup()) return null

  return (
    <Suspense>
      <SetupQuestion onClose={() => setIsOffered(false)} />
    </Suspense>
  )
}
