import { type ActionFunctionArgs, data, redirect, useActionData, useLoaderData } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { refreshAfterSignIn } from '#app/accounts/web/user.ts'
import type { Fit, FoundBrands } from '#app/follows/follows.contract.ts'
import { ConfirmFirst, SignInForYou } from '#app/follows/web/BeforeForYou.tsx'
import { setupQuery } from '#app/follows/web/page-queries.ts'
import { loadFollows } from '#app/follows/web/queries.ts'
import { loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { SetupForm } from './SetupForm.tsx'
import { readSetupForm, type SetupSent } from './setup-form.rules.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'What you want',
    description: 'Brands, categories, sizes and prices: what stands under For you.',
    isHidden: true,
  }),
}

export const loader = ownPageLoader({
  async load(queryClient) {
    if ((await loadViewer(queryClient)) === 'unconfirmed') return
    await Promise.all([queryClient.prefetchQuery(setupQuery), loadFollows(queryClient)])
  },
  hasFailed: (queryClient) => {
    const { error } = queryClient.getQueryState(setupQuery.queryKey) ?? {}
    return error !== undefined && error !== null
  },
})

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const { wish, problems } = readSetupForm(form)
  const sent: SetupSent = { wish, problems }
  try {
    if (form.has('later')) {
      await api.request('POST', '/api/for-you/offered')
      return redirect(paths.dailyDeals())
    }
    const field = String(form.get('find') ?? '')
    if (field) {
      const typed = String(form.get(`find-${field}`) ?? '').slice(0, 200)
      const call = `/api/for-you/brands?q=${encodeURIComponent(typed)}`
      const { brands } = (await api.load(call)) as FoundBrands
      const fit = await countFit()
      return data({ ...sent, fit, found: { field, typed, brands } } satisfies SetupSent)
    }
    if (form.has('count')) {
      return data({ ...sent, fit: await countFit() } satisfies SetupSent)
    }
    if (Object.keys(problems).length > 0) return data(sent, { status: 400 })
    await api.request('PUT', '/api/for-you/setup', wish)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return redirect(paths.signIn(paths.forYouSetup()))
    const { status, serverText = UNREACHED } = error
    return data({ ...sent, refusal: serverText } satisfies SetupSent, { status })
  }
  await refreshAfterSignIn(context.get(queryClientContext))
  return redirect(paths.forYou())

  async function countFit(): Promise<Fit> {
    const counted = await api.request('POST', '/api/for-you/fit', wish)
    return (await counted.json()) as Fit
  }
}

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const viewer = useViewerClass()
  const sent = useActionData<SetupSent>()
  if (isFailed)
    return <AccountFailure eyebrow="For you" href={paths.forYouSetup()} subject="choices" />
  if (viewer === 'visitor') return <SignInForYou to={paths.forYouSetup()} />
  if (viewer === 'unconfirmed') return <ConfirmFirst />
  return <SetupForm sent={sent} />
}
