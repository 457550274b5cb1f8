import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
} from 'react-router'
import type { SignedIn } from '#app/accounts/accounts.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { returnPathAt } from '#app/shared/return-path.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser, isWideScreen } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { isCheckoutName, readPendingSession } from '#app/web/page/pending-session.rules.ts'
import { useSiteOutlet } from '#app/web/page/site-outlet.ts'
import { tellOtherTabsSignedIn } from '#app/web/tabs.ts'
import { carryToast } from '#app/web/toasts/carried-toast.ts'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { loadCredentialsSchema } from './form-schemas.ts'
import { type SignInOutcome, SignInScreen, signInHead } from './SignInScreen.tsx'
import { afterSignIn } from './sign-in.rules.ts'
import { loadUser, refreshAfterSignIn } from './user.ts'

const TITLE = 'Error signing in'
const WRONG = 'Invalid email or password'

export const handle: PageHandle = { head: signInHead }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await loadUser(context.get(queryClientContext)).catch(() => null)
  if (user && whereTo(request) === 'deals') throw redirect(wantedBy(request))
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

  // Read first, because signing in clears the cookie.
  const isToStay = whereTo(request) === 'stay'
  const pending = pendingCheckout()
  let paidFor: string | undefined
  try {
    const answer = await context.get(apiContext).request('POST', '/api/login', credentials.data)
    paidFor = ((await answer.json()) as SignedIn).next
  } catch (error) {
    const said = error instanceof ApiError ? error.serverText : undefined
    const text = said || WRONG
    showToast({ title: TITLE, description: text, tone: 'error' })
    const status = error instanceof ApiError ? error.status : 503
    return data<SignInOutcome>({ email, error: text, isUnanswered: !said }, { status })
  }
  closeErrorToasts()
  tellOtherTabsSignedIn()
  if (paidFor) {
    // Loads a new document: the current one was rendered for a non-member.
    if (isBrowser) carryToast({ title: 'Subscription Activated' })
    return redirectDocument(paidFor)
  }
  await refreshAfterSignIn(context.get(queryClientContext))
  if (isBrowser && isWideScreen()) showToast({ title: 'Successfully signed in' })
  // Continues a checkout that was paid in this browser, now as the owner of this account.
  if (pending) return redirect(paths.checkoutOfSignedIn(pending))
  if (isToStay) return data<SignInOutcome>({ email, isSignedIn: true })
  return redirect(wantedBy(request))
}

/** The page they came from, or the feed. */
function wantedBy(request: Request): string {
  return returnPathAt(new URL(request.url)) ?? paths.dailyDeals()
}

/** The paid checkout in this browser that still waits for an account. */
function pendingCheckout(): string | undefined {
  const name = isBrowser ? readPendingSession(document.cookie) : undefined
  return isCheckoutName(name) ? name : undefined
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
