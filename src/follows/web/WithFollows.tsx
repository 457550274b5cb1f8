import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { FollowSlot } from '#app/deals/web/follow-slot.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { onServerEvent } from '#app/web/events.ts'
import { FollowLine } from './FollowLine.tsx'
import { followsQuery, OF_FOR_YOU } from './queries.ts'

/** Lets everything below be followed, and keeps it true to what is followed in any tab. */
export function WithFollows({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onServerEvent('follows', () => {
        void queryClient.invalidateQueries(followsQuery)
        void queryClient.invalidateQueries({ ...tagged(OF_FOR_YOU), refetchType: 'none' })
      }),
    [queryClient],
  )
  return <FollowSlot value={FollowLine}>{children}</FollowSlot>
}
