import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { loadViewer, subscriptionQuery } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { returnPathAt } from '#app/shared/return-path.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { loadOffer } from './offer.ts'

/**
 * For pages that sell. Redirects a member to the page they came from, else to `members`, or to the
 * account when the membership is running out. Somebody whose payment failed goes to the account.
 */
export async function loadProspect({ request, context }: LoaderFunctionArgs, members: string) {
  const queryClient = context.get(queryClientContext)
  const [viewer] = await Promise.all([loadViewer(queryClient), loadOffer(queryClient)])
  const subscription = queryClient.getQueryData<Subscription>(subscriptionQuery.queryKey)
  if (viewer === 'past-due') throw redirect(paths.account())
  if (viewer === 'member') {
    const wanted = returnPathAt(new URL(request.url))
    throw redirect(wanted ?? (subscription?.cancelAtPeriodEnd ? paths.account() : members))
  }
  return null
}
