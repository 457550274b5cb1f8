import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { User } from '#app/accounts/accounts.contract.ts'
import { loadUser, OF_VIEWER, useUser } from '#app/accounts/web/user.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { NULL_WHEN_SIGNED_OUT, PERSONAL, queryOf } from '#app/web/api/query-keys.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'

/** The tag of what looks different to a member. */
export const OF_MEMBERSHIP = 'membership'

export const subscriptionQuery = queryOf(
  '/api/subscription',
  OF_VIEWER,
  NULL_WHEN_SIGNED_OUT,
  PERSONAL,
)

/**
 * For loaders: who is looking and what they may see. A page is drawn for a visitor when it fails.
 */
export async function loadViewer(queryClient: QueryClient): Promise<ViewerClass> {
  const user = await loadUser(queryClient).catch(() => null)
  if (user) await queryClient.prefetchQuery(subscriptionQuery)
  return classOf(user, queryClient.getQueryData<Subscription>(subscriptionQuery.queryKey) ?? null)
}

function useSubscription(): Subscription | null {
  const isSignedIn = useUser() !== null
  const found = useAnswer<Subscription | null>({ ...subscriptionQuery, enabled: isSignedIn })
  return isSignedIn ? (found ?? null) : null
}

/** `unconfirmed` sees what a visitor sees, until their address is confirmed. */
export type ViewerClass = 'visitor' | 'unconfirmed' | 'free' | 'past-due' | 'member'

/** How to speak to whoever is looking. What they may see is decided by the server alone. */
export function useViewerClass(): ViewerClass {
  return classOf(useUser(), useSubscription())
}

/** The same for what a page has many of: said once by what stands around it. */
export const ViewerOfPage = createContext<ViewerClass>('visitor')

/** Whether the day's free deals are open to them, and nothing else is. */
export function hasFreeDeals(viewer: ViewerClass): boolean {
  return viewer === 'free' || viewer === 'past-due'
}

function classOf(user: User | null, subscription: Subscription | null): ViewerClass {
  if (!user) return 'visitor'
  if (subscription?.isMember) return 'member'
  if (user.isUnconfirmed) return 'unconfirmed'
  return subscription?.status === 'past_due' ? 'past-due' : 'free'
}

/** Whether a trial is behind this person, as far as their own rows tell; the server knows more. */
export function useHasHadTrial(): boolean {
  return ['canceled', 'unpaid', 'past_due'].includes(useSubscription()?.status ?? '')
}
