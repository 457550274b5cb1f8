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
import { LAST_INBOX_PAGE } from '#app/notices/notices.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { FormRefused } from '#app/web/page/FormRefused.tsx'
import type { PageHandle } from '#app/web/page/head.ts'
import { InboxList } from './InboxList.tsx'
import { noticesQuery } from './queries.ts'
import { SignInToRead } from './SignInToRead.tsx'

export const handle: PageHandle = {
  head: () => ({
    title: 'Inbox',
    description: 'What you were told of the deals you saved.',
    isHidden: true,
  }),
}

export const loader = ownPageLoader({
  load: (queryClient, { searchParams }) =>
    queryClient.prefetchQuery(noticesQuery(pageOf(searchParams))),
  hasFailed: (queryClient, { searchParams }) =>
    queryClient.getQueryData(noticesQuery(pageOf(searchParams)).queryKey) === undefined,
})

/** What is no page is the first. */
function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page <= LAST_INBOX_PAGE ? page : 1
}

/** What the buttons send before scripts are there. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const [id, through] = [form.get('read'), form.get('read-through')]
  try {
    if (id) await api.request('PUT', `/api/notices/${encodeURIComponent(String(id))}/read`)
    if (through) await api.request('PUT', '/api/notices/read', { through: Number(through) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return redirect(paths.signIn(paths.inbox()))
    const { status, serverText = 'We could not be reached. Please try again.' } = error
    return data({ refusal: serverText }, { status })
  }
  return redirect(paths.inbox(pageOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const user = useUser()
  const refusal = useActionData<{ refusal?: string }>()?.refusal
  if (isFailed) return <AccountFailure href={paths.inbox()} subject="notices" />
  if (!user) return <SignInToRead />
  return (
    <>
      <FormRefused text={refusal} />
      <InboxList page={pageOf(search)} />
    </>
  )
}
