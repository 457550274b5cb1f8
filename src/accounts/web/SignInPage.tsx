import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
} from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser, isWideScreen } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useSiteOutlet } from '#app/web/page/site-outlet.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { loadCredentialsSchema } from './form-schemas.ts'
import { type SignInOutcome, SignInScreen, signInHead } from './SignInScreen.tsx'
import { afterSignIn } from './sign-in.rules.ts'
import { loadUser, refreshAfterSignIn } from './user.ts'

const TITLE = 'Error signing in'
const WRONG = 'Invalid email or password'

export const handle: PageHandle = { head: signInHead }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await loadUser(context.get(queryClientContext)).catch(() => null)
  if (user && whereTo(request) === 'deals') throw redirect(paths.dailyDeals())
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const rules = await loadCredentialsSchema()
  const credentials = rules.safeParse({ email, password: String(form.get('password') ?? '') })
  if (!credentials.success) {
    const fields: Record<string, string> = {}
    for (const { path, message } of credentials.error.issues) fields[String(path[0])] ??= message
    return data<SignInOutcome>({ email, fields }, { status: 400 })
  }

  try {
    await context.get(apiContext).request('POST', '/api/login', credentials.data)
  } catch (error) {
    const text = (error instanceof ApiError && error.serverText) || WRONG
    showToast({ title: TITLE, description: text, tone: 'error' })
    const status = error instanceof ApiError ? error.status : 503
    return data<SignInOutcome>({ email, error: text }, { status })
  }
  await refreshAfterSignIn(context.get(queryClientContext))
  if (isBrowser && isWideScreen()) showToast({ title: 'Successfully signed in' })
  if (whereTo(request) === 'stay') return data<SignInOutcome>({ email, isSignedIn: true })
  return redirect(paths.dailyDeals())
}

function whereTo(request: Request) {
  const here = isBrowser
    ? { address: location.href, cookies: document.cookie }
    : { address: request.url, cookies: request.headers.get('cookie') ?? '' }
  return afterSignIn(here)
}

export function Component() {
  const outcome = useActionData<SignInOutcome>()
  const { signInStats } = useSiteOutlet()
  return <SignInScreen stats={signInStats} outcome={outcome} />
}
