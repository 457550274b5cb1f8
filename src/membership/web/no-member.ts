import type { QueryClient } from '@tanstack/react-query'
import { userQuery } from '#app/accounts/web/user.ts'
import { loadViewer, subscriptionQuery } from './subscription.ts'

/** For loaders: whether it is certain that the viewer is no member. False when that could not be read. */
export async function isNoMember(queryClient: QueryClient): Promise<boolean> {
  if ((await loadViewer(queryClient)) === 'member') return false
  return [userQuery, subscriptionQuery].every(
    ({ queryKey }) => queryClient.getQueryState(queryKey)?.status !== 'error',
  )
}
