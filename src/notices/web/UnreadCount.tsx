import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import type { UnreadNotices } from '#app/notices/notices.contract.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { onServerEvent } from '#app/web/events.ts'
import { OF_INBOX, unreadQuery } from './queries.ts'

/** Shows the number of unread notices beside the link to the inbox, in sync across tabs. */
export function UnreadCount({ className = 'count' }: { className?: string }) {
  const viewer = useViewerClass()
  const isHydrated = useHydrated()
  const { data } = useQuery<UnreadNotices | null>({
    ...unreadQuery,
    enabled: viewer !== 'visitor',
  })
  const queryClient = useQueryClient()
  useEffect(
    () => onServerEvent('notices', () => void queryClient.invalidateQueries(tagged(OF_INBOX))),
    [queryClient],
  )
  if (!isHydrated || !data?.unread) return null
  return (
    <span className={className}>
      <span aria-hidden>{data.unread > 99 ? '99+' : data.unread}</span>
      <span className="sr">, {data.unread} unread</span>
    </span>
  )
}
