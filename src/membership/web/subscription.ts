import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { User } from '#app/accounts/accounts.contract.ts'
import { loadUser, OF_VIEWER, useUser } from '#app/accounts/web/user.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { NULL_WHEN_SIGNED_OUT, PERSONAL, queryOf } from '#app/web/api/query-keys.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'

/** The query tag of everything that looks different to a member. */
export const OF_MEMBERSHIP = 'membership'

export const subscriptionQuery = queryOf(
  '/api/subscription',
  OF_VIEWER,
  NULL_WHEN_SIGNED_OUT,
  PERSONAL,
)

/** For loaders: the class of the viewer. Falls back to a visitor when the user cannot be read. */
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

/** `unconfirmed` sees what a visitor sees, until the address is confirmed. */
export type ViewerClass = 'visitor' | 'unconfirmed' | 'free' | 'past-due' | 'member'

/** The class of the viewer, for the page's wording. The server alone decides what they may see. */
export function useViewerClass(): ViewerClass {
  return classOf(useUser(), useSubscription())
}

/** The viewer's class for repeated elements of a page, read once by the element around them. */
export const ViewerOfPage = createContext<ViewerClass>('visitor')

/** Whether the day's free deals are open to them, and nothing more. */
export function hasFreeDeals(viewer: ViewerClass): boolean {
  return viewer === 'free' || viewer === 'past-due'
}

function classOf(user: User | null, subscription: Subscription | null): ViewerClass {
  if (!user) return 'visitor'
  if (subscription?.isMember) return 'member'
  if (user.isUnconfirmed) return 'unconfirmed'
  return subscription?.status === 'past_due' ? 'past-due' : 'free'
}

/** Whether this person has had a trial, as far as their own rows tell; the server knows more. */
export function useHasHadTrial(): boolean {
  return ['canceled', 'unpaid', 'past_due'].includes(useSubscription()?.status ?? '')
}
