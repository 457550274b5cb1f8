import './savings.css'
import {
  type ActionFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { useUser } from '#app/accounts/web/user.ts'
import { LAST_SAVINGS_PAGE } from '#app/savings/savings.facts.ts'
import { askedPage } from '#app/shared/asked-page.ts'
import { paths } from '#app/shared/paths.ts'
import { apiContext } from '#app/web/api/api.ts'
import { FormRefused } from '#app/web/page/FormRefused.tsx'
import type { PageHandle } from '#app/web/page/head.ts'
import { answerRefusal } from '#app/web/page/refused-form.ts'
import { savingsQuery } from './queries.ts'
import { SavingsList } from './SavingsList.tsx'
import { SignInToSavings } from './SignInToSavings.tsx'
import { refusedInWords, sayingOf } from './saying.rules.ts'

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

const pageOf = (search: URLSearchParams) => askedPage(search, LAST_SAVINGS_PAGE)

/** Handles the forms before JavaScript has loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const saying = sayingOf(await request.formData())
  const here = paths.savings(pageOf(new URL(request.url).searchParams))
  try {
    if (saying) await context.get(apiContext).request('PUT', saying.path, saying.body)
  } catch (error) {
    return answerRefusal(error, paths.savings(), refusedInWords)
  }
  return redirect(here)
}

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const user = useUser()
  const refusal = useActionData<{ refusal?: string }>()?.refusal
  if (isFailed)
    return <AccountFailure eyebrow="Your savings" href={paths.savings()} subject="savings" />
  if (!user) return <SignInToSavings />
  return (
    <>
      <FormRefused text={refusal} />
      <SavingsList page={pageOf(search)} />
    </>
  )
}
