import type { QueryClient } from '@tanstack/react-query'
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
import { refreshAfterSignIn, useUser } from '#app/accounts/web/user.ts'
import type { FilterProblem } from '#app/deals/filters/filters.facts.ts'
import { asksForMembersFilters } from '#app/deals/filters/members-only.facts.ts'
import { MembersOnly } from '#app/deals/web/feed/MembersOnly.tsx'
import { askedFor as listAskedFor } from '#app/deals/web/filters/asking.rules.ts'
import { isNoMember } from '#app/membership/web/no-member.ts'
import type { RemovedOver, SavedFeed } from '#app/saved/saved.contract.ts'
import { LAST_SAVED_PAGE, SAVED_SORTS, type SavedSort } from '#app/saved/saved.facts.ts'
import { askedPage } from '#app/shared/asked-page.ts'
import { readWholeDollars } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { FormRefused } from '#app/web/page/FormRefused.tsx'
import type { PageHandle } from '#app/web/page/head.ts'
import { answerRefusal } from '#app/web/page/refused-form.ts'
import { removeOverCall, savedFeedQuery, savedIdsQuery, savedQuery } from './queries.ts'
import { SavedList } from './SavedList.tsx'
import { SignInToSave } from './SignInToSave.tsx'

export const handle: PageHandle = {
  head: () => ({ title: 'Saved', description: 'The deals you have kept.', isHidden: true }),
}

export const loader = ownPageLoader({
  async load(queryClient, { searchParams }) {
    await Promise.all([
      queryClient.prefetchQuery(savedQuery(askedFor(searchParams))),
      queryClient.prefetchQuery(savedIdsQuery),
      queryClient.prefetchQuery(savedFeedQuery),
    ])
  },
  hasFailed: (queryClient, { searchParams }) =>
    dataOf(queryClient, askedFor(searchParams)) === undefined,
  isLocked: async (queryClient, { searchParams }) =>
    asksForMembersFilters(searchParams) && (await isNoMember(queryClient)),
})

function dataOf(queryClient: QueryClient, asked: Asked) {
  return queryClient.getQueryData(savedQuery(asked).queryKey)
}

type Asked = { sort: SavedSort; page: number; what: string; problems: FilterProblem[] }

/** Falls back to the newest first, page 1, when the order or page is unknown. Filters are the feed's. */
function askedFor(search: URLSearchParams): Asked {
  const sorts = search.getAll('sort').filter((sort) => sort !== '')
  const sort = sorts.length > 1 ? undefined : SAVED_SORTS.find((each) => each === sorts[0])
  const filters = new URLSearchParams(search)
  for (const name of ['sort', 'page']) filters.delete(name)
  // Ended deals are always part of this list.
  filters.delete('ended', '1')
  const { what, problems } = listAskedFor(filters)
  if (!sort && sorts.length > 0) problems.push(noSuchOrder(sorts.join(', ')))
  return { sort: sort ?? 'newest', page: askedPage(search, LAST_SAVED_PAGE), what, problems }
}

function noSuchOrder(value: string): FilterProblem {
  return { name: 'sort', value, message: `must be one of ${SAVED_SORTS.join(', ')}` }
}

/**
 * Handles forms before JavaScript has loaded: hearts, which return to the deal's page, and changes of the
 * list.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const queryClient = context.get(queryClientContext)
  const [saved, removed] = [form.get('save'), form.get('remove')].map((id) => id && String(id))
  const dealId = saved ?? removed
  try {
    // The link is shown only once, so it is rendered on the response page.
    if (form.get('link') === 'make') {
      const response = await api.request('POST', '/api/saved/feed')
      return data({ feed: (await response.json()) as SavedFeed })
    }
    if (form.get('link') === 'end') await api.request('DELETE', '/api/saved/feed')
    const target = form.get('deal')
    if (target) {
      const typed = String(form.get('target') ?? '')
      // Anything but a number is sent as typed, so that the server refuses it with a message.
      const price = form.has('no-target') ? null : (readWholeDollars(typed) ?? typed)
      await api.request('PUT', `/api/saved/${encodeURIComponent(String(target))}/target`, { price })
    } else if (form.has('remove-unlisted')) {
      const { what } = askedFor(new URL(request.url).searchParams)
      const response = await api.request('DELETE', removeOverCall(what))
      const removed = (await response.json()) as RemovedOver
      await refreshAfterSignIn(queryClient)
      return data({ removed })
    } else if (form.has('bring-back')) {
      await api.request('PUT', '/api/saved/unlisted', { at: String(form.get('bring-back')) })
    } else if (form.has('take-off')) {
      const takenOff = String(form.get('take-off'))
      await api.request('DELETE', `/api/saved/${encodeURIComponent(takenOff)}`)
      await refreshAfterSignIn(queryClient)
      return data({ takenOff })
    } else if (form.has('put-back')) {
      const id = encodeURIComponent(String(form.get('put-back')))
      await api.request('PUT', `/api/saved/${id}`)
    } else if (dealId) {
      await api.request(saved ? 'PUT' : 'DELETE', `/api/saved/${encodeURIComponent(dealId)}`)
    }
  } catch (error) {
    return answerRefusal(error, dealId ? paths.deal(dealId) : undefined)
  }
  await refreshAfterSignIn(queryClient)
  return redirect(dealId ? paths.deal(dealId) : paths.saved())
}

type Answered = { refusal?: string; removed?: RemovedOver; takenOff?: string }

export function Component() {
  const { isFailed, isLocked, why } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const user = useUser()
  const { refusal, removed, takenOff } = useActionData<Answered>() ?? {}
  if (isLocked) {
    const { sort, what } = askedFor(search)
    return <MembersOnly eyebrow="Saved" what={what} pathOf={(each) => paths.saved(sort, 1, each)} />
  }
  if (isFailed)
    return <AccountFailure eyebrow="Saved" why={why} href={paths.saved()} subject="saved deals" />
  if (!user) return <SignInToSave />
  return (
    <>
      <FormRefused text={refusal} />
      <SavedList {...askedFor(search)} justRemoved={removed} takenOff={takenOff} />
    </>
  )
}
