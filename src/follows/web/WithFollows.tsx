import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useUser } from '#app/accounts/web/user.ts'
import { BesideTitle, type PlaceKind } from '#app/deals/web/browse/beside-title.ts'
import { FollowSlot } from '#app/deals/web/follow-slot.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { OnceLive } from '#app/ui/use-hydrated.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { onServerEvent } from '#app/web/events.ts'
import { FollowLine } from './FollowLine.tsx'
import { useFollowWish } from './follow-wish.ts'
import { followsQuery, OF_FOR_YOU } from './queries.ts'

const SetupOffer = lazy(() => import('./SetupOffer.tsx'))

/** Provides following to everything below, and keeps it in sync across tabs. */
export function WithFollows({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const user = useUser()
  const isMember = useViewerClass() === 'member'
  useFollowWish(user !== null && !user.isUnconfirmed)
  useEffect(
    () =>
      onServerEvent('follows', () => {
        void queryClient.invalidateQueries(followsQuery)
        void queryClient.invalidateQueries({ ...tagged(OF_FOR_YOU), refetchType: 'none' })
      }),
    [queryClient],
  )
  return (
    <FollowSlot value={FollowLine}>
      <BesideTitle value={FollowPlace}>
        {children}
        {isMember && (
          <OnceLive>
            <Suspense>
              <SetupOffer />
            </Suspense>
          </OnceLive>
        )}
      </BesideTitle>
    </FollowSlot>
  )
}

/** A follow control shown beside a name, which it does not repeat. */
function FollowPlace({ kind, slug, name }: { kind: PlaceKind; slug: string; name: string }) {
  return <FollowLine kind={kind} value={slug} name={name} isNamed />
}
