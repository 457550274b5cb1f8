import './savings.css'
import {
  type ActionFunctionArgs,
  data,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { useUser } from '#app/accounts/web/user.ts'
import { LAST_SAVINGS_PAGE } from '#app/savings/savings.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { savingsQuery } from './queries.ts'
import { SavingsList } from './SavingsList.tsx'
import { SignInToSavings } from './SignInToSavings.tsx'
import { sayingOf } from './saying.rules.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Your savings',
    description: 'What you went to see, what you bought, and what it saved you.',
    isHidden: true,
  }),
}

export const loader = ownPageLoader({
  load: (queryClient, { searchParams }) =>
    queryClient.prefetchQuery(savingsQuery(pageOf(searchParams))),
  hasFailed: (queryClient, { searchParams }) =>
    queryClient.getQueryData(savingsQuery(pageOf(searchParams)).queryKey) === undefined,
})

/** What is no page is the first. */
function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page <= LAST_SAVINGS_PAGE ? page : 1
}

/** What the forms send before scripts are there. */
export async function action({ request, context }: ActionFunctionArgs) {
  const saying = sayingOf(await request.formData())
  const here = paths.savings(pageOf(new URL(request.url).searchParams))
  try {
    if (saying) await context.get(apiContext).request('PUT', saying.path, saying.body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return redirect(paths.signIn(paths.savings()))
    const { status, serverText = 'We could not be reached. Please try again.' } = error
    return data({ refusal: serverText }, { status })
  }
  return redirect(here)
}

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const user = useUser()
  const refusal = useActionData<{ refusal?: string }>()?.refusal
  if (isFailed) return <AccountFailure href={paths.savings()} subject="savings" />
  if (!user) return <SignInToSavings />
  return (
    <>
      {refusal && (
        <div className="wrap pt-8">
          <p className="notice" role="alert">
            {refusal}
          </p>
        </div>
      )}
      <SavingsList page={pageOf(search)} />
    </>
  )
}
