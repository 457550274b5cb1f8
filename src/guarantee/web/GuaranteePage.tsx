import { type ActionFunctionArgs, data, redirect, useLoaderData } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { SignInToView } from '#app/accounts/web/SignInToView.tsx'
import { useUser } from '#app/accounts/web/user.ts'
import { subscriptionQuery } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { GuaranteeScreen } from './GuaranteeScreen.tsx'
import { guaranteeQuery, hasGuaranteeFailed, loadGuarantee } from './queries.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Your guarantee',
    description: 'What your first year has saved, and its fee back if that was too little.',
    isHidden: true,
  }),
}

export const loader = ownPageLoader({
  load: async (queryClient) => {
    await Promise.all([loadGuarantee(queryClient), queryClient.prefetchQuery(subscriptionQuery)])
  },
  hasFailed: hasGuaranteeFailed,
})

const FAILED = 'We could not be reached. Nothing was lost: please try again.'

/** Submits the claim; a form, so that it also works without JavaScript. */
export async function action({ context }: ActionFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  try {
    const response = await context.get(apiContext).request('POST', '/api/guarantee/claim')
    const answer = await response.json()
    if (!isBrowser) return redirect(paths.guarantee())
    queryClient.setQueryData(guaranteeQuery.queryKey, answer)
    return data({ isDone: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The cached guarantee may have been out of date.
    if (isBrowser) void queryClient.invalidateQueries({ queryKey: guaranteeQuery.queryKey })
    return data({ refusal: error.serverText ?? FAILED }, { status: error.status || 503 })
  }
}

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const user = useUser()
  if (isFailed) return <AccountFailure href={paths.guarantee()} subject="guarantee" />
  return user ? <GuaranteeScreen /> : <SignInToView />
}
