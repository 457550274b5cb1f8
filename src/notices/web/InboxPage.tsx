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
import { LAST_INBOX_PAGE } from '#app/notices/notices.facts.ts'
import { askedPage } from '#app/shared/asked-page.ts'
import { paths } from '#app/shared/paths.ts'
import { apiContext } from '#app/web/api/api.ts'
import { FormRefused } from '#app/web/page/FormRefused.tsx'
import type { PageHandle } from '#app/web/page/head.ts'
import { answerRefusal } from '#app/web/page/refused-form.ts'
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

const pageOf = (search: URLSearchParams) => askedPage(search, LAST_INBOX_PAGE)

/** Handles the buttons before JavaScript has loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const [id, through] = [form.get('read'), form.get('read-through')]
  try {
    if (id) await api.request('PUT', `/api/notices/${encodeURIComponent(String(id))}/read`)
    if (through) await api.request('PUT', '/api/notices/read', { through: Number(through) })
  } catch (error) {
    return answerRefusal(error, paths.inbox())
  }
  return redirect(paths.inbox(pageOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const user = useUser()
  const refusal = useActionData<{ refusal?: string }>()?.refusal
  if (isFailed) return <AccountFailure eyebrow="Inbox" href={paths.inbox()} subject="notices" />
  if (!user) return <SignInToRead />
  return (
    <>
      <FormRefused text={refusal} />
      <InboxList page={pageOf(search)} />
    </>
  )
}
