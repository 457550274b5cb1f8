import type { QueryClient } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { refreshAfterSignIn } from '#app/accounts/web/user.ts'
import { LAST_FOR_YOU_PAGE } from '#app/follows/follows.facts.ts'
import { loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { askedPage } from '#app/shared/asked-page.ts'
import { isId } from '#app/shared/ids.ts'
import { paths } from '#app/shared/paths.ts'
import { toReturnPath } from '#app/shared/return-path.ts'
import { apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { FormRefused } from '#app/web/page/FormRefused.tsx'
import type { PageHandle } from '#app/web/page/head.ts'
import { answerRefusal } from '#app/web/page/refused-form.ts'
import { ConfirmFirst, SignInForYou } from './BeforeForYou.tsx'
import { ForYouDeals } from './ForYouDeals.tsx'
import { forYouQuery } from './page-queries.ts'
import { loadFollows } from './queries.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'For you',
    description: 'The deals that fit what you have said you want, each with why.',
    isHidden: true,
  }),
}

export const loader = ownPageLoader({
  async load(queryClient, { searchParams }) {
    if ((await loadViewer(queryClient)) === 'unconfirmed') return
    await Promise.all([
      queryClient.prefetchQuery(forYouQuery(askedFor(searchParams))),
      loadFollows(queryClient),
    ])
  },
  hasFailed: (queryClient, { searchParams }) => {
    const { error } = stateOf(queryClient, askedFor(searchParams)) ?? {}
    return error !== undefined && error !== null
  },
})

function stateOf(queryClient: QueryClient, asked: Asked) {
  return queryClient.getQueryState(forYouQuery(asked).queryKey)
}

type Asked = { page: number; without: string | undefined }

function askedFor(search: URLSearchParams): Asked {
  return { page: askedPage(search, LAST_FOR_YOU_PAGE), without: takenAway(search) }
}

/** Returns the id of the deal that was just hidden; empty for an invalid one. */
function takenAway(search: URLSearchParams): string | undefined {
  const [id = '', ...more] = search.getAll('without').filter((value) => value !== '')
  if (id === '') return
  return isId(id) && more.length === 0 ? id : ''
}

/** Handles forms before JavaScript has loaded, and returns to where they were submitted. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const text = (name: string) => String(form.get(name) ?? '')
  const from = toReturnPath(text('from'))
  const dealId = text('decline') || text('undo')
  try {
    if (dealId) {
      const call = `/api/for-you/declined/${encodeURIComponent(dealId)}`
      await api.request(form.has('decline') ? 'PUT' : 'DELETE', call)
    } else if (form.has('end')) {
      await api.request('DELETE', `/api/follows/${encodeURIComponent(text('end'))}`)
    } else {
      const [kind, value, stance] = [text('kind'), text('value'), text('stance')]
      const wish = { kind, value, isHidden: stance === 'hidden' }
      const put = await api.request('PUT', '/api/follows', wish)
      if (stance === 'neither') {
        const { id } = (await put.json()) as { id: string }
        await api.request('DELETE', `/api/follows/${encodeURIComponent(id)}`)
      }
    }
  } catch (error) {
    return answerRefusal(error, from ?? paths.forYou())
  }
  await refreshAfterSignIn(context.get(queryClientContext))
  // Shared list pages cannot show a person's follows, so it returns to the setup page instead.
  const isDrawnForOne = from?.startsWith(paths.deal('')) || from?.startsWith(paths.forYou())
  const declined = form.has('decline') ? paths.forYouWithout(dealId) : undefined
  return redirect(declined ?? (from && isDrawnForOne ? from : `${paths.forYouSetup()}#followed`))
}

export function Component() {
  const { isFailed, why } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const viewer = useViewerClass()
  const refusal = useActionData<{ refusal?: string }>()?.refusal
  if (isFailed)
    return <AccountFailure eyebrow="For you" why={why} href={paths.forYou()} subject="choices" />
  if (viewer === 'visitor') return <SignInForYou to={paths.forYou()} />
  if (viewer === 'unconfirmed') return <ConfirmFirst />
  return (
    <>
      <FormRefused text={refusal} />
      <ForYouDeals {...askedFor(search)} />
    </>
  )
}
