import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  redirect,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import type { EmailConfirmed } from '#app/accounts/accounts.contract.ts'
import { CONFIRMATION_LINK_MS } from '#app/accounts/accounts.facts.ts'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { FormScreen } from '#app/accounts/web/FormScreen.tsx'
import { refreshAfterSignIn, useUser } from '#app/accounts/web/user.ts'
import { formatMinutes } from '#app/shared/dates.ts'
import { freeAccountInWords } from '#app/shared/free-account.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { toReturnPath } from '#app/shared/return-path.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { showToast } from '#app/web/toasts/toasts.ts'
import { ResendForm } from './ResendForm.tsx'

/** How the last attempt ended. */
type ConfirmOutcome = {
  /** Set when confirmed in another browser than the one that signed up. */
  confirmed?: { email: string; next: string | undefined }
  error?: string
  code?: string | undefined
  /** Result of resending the mail. */
  resent?: string
}

const FAILED = 'The address could not be confirmed. Please try again in a moment.'
const RESENT = 'Sent. Look into your inbox, and into the spam folder.'
const NOT_RESENT = 'The mail could not be sent. Please try again in a moment.'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Confirm your address',
    description: `The last step to a free account at ${club.name}.`,
  }),
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  const api = context.get(apiContext)
  if (form.get('intent') === 'resend') {
    try {
      await api.request('POST', '/api/confirmation-link', token ? { token } : {})
    } catch (error) {
      const { status = 503, serverText } = error instanceof ApiError ? error : {}
      return data<ConfirmOutcome>({ resent: serverText ?? NOT_RESENT }, { status })
    }
    return data<ConfirmOutcome>({ resent: RESENT })
  }

  let confirmed: EmailConfirmed
  try {
    confirmed = await (await api.request('POST', '/api/confirm-email', { token })).json()
  } catch (error) {
    if (!(error instanceof ApiError)) {
      return data<ConfirmOutcome>({ error: FAILED }, { status: 503 })
    }
    const { serverText, code, status } = error
    return data<ConfirmOutcome>({ error: serverText ?? FAILED, code }, { status })
  }
  const { email, isSignedIn } = confirmed
  const next = toReturnPath(confirmed.next)
  if (!isSignedIn) return data<ConfirmOutcome>({ confirmed: { email, next } })
  await refreshAfterSignIn(context.get(queryClientContext))
  showToast({ title: 'Your free account is open' })
  return redirect(next ?? paths.dailyDeals())
}

/**
 * Rendering does not consume the link: mail scanners open links before people do.
 */
export function Component() {
  const outcome = useActionData<ConfirmOutcome>()
  const [search] = useSearchParams()
  const token = meant(search, 'token') ?? ''
  const user = useUser()
  if (outcome?.confirmed) return <Confirmed {...outcome.confirmed} />
  if (outcome?.code === 'confirmation-used') return <LinkUsed isSignedIn={user !== null} />
  if (outcome?.resent !== undefined) return <Resent said={outcome.resent} />
  if (!token && user?.isUnconfirmed) return <StillToDo email={user.email} />
  if (!token || outcome?.code === 'confirmation-unknown') return <LinkUnknown />
  if (outcome?.code === 'confirmation-expired') return <LinkExpired token={token} />
  return (
    <FormScreen title="Confirm your address" lead={freeAccountInWords()}>
      <ConfirmForm token={token} outcome={outcome} />
    </FormScreen>
  )
}

function ConfirmForm({ token, outcome }: { token: string; outcome: ConfirmOutcome | undefined }) {
  const { state, formAction } = useNavigation()
  const isBusy = state !== 'idle' && formAction?.startsWith(paths.confirmSignUp()) === true
  return (
    // Keeps the token in the URL, so that a reload finds it again.
    <Form method="post" action={paths.confirmation(token)} className="grid gap-6">
      <FormErrors
        title="Not yet"
        messages={outcome?.error ? [outcome.error] : []}
        outcome={outcome}
      />
      <input type="hidden" name="token" value={token} />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'One moment...' : 'Confirm my address'}
      </Button>
      <p className="fine">You did not ask for an account? Then close this page: nothing happens.</p>
    </Form>
  )
}

function Confirmed({ email, next }: { email: string; next: string | undefined }) {
  return (
    <ProblemScreen
      title="Your address is confirmed"
      actions={
        <Link className="button" to={paths.signIn(next)}>
          Sign in
        </Link>
      }
    >
      <p className="lead wrap-anywhere" role="status">
        {`The free account of ${email} is open. Sign in with the password you chose.`}
      </p>
    </ProblemScreen>
  )
}

function LinkUsed({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ProblemScreen
      title="This link has done its work"
      actions={
        isSignedIn ? (
          <Link className="button" to={paths.dailyDeals()}>
            Go to the deals
          </Link>
        ) : (
          <>
            <Link className="button" to={paths.signIn()}>
              Sign in
            </Link>
            <Link className="link text-sm" to={paths.forgotPassword()}>
              Forgot password?
            </Link>
          </>
        )
      }
    >
      <p className="lead" role="status">
        {isSignedIn
          ? 'Your address is confirmed, and you are signed in.'
          : 'This address is confirmed already. Please sign in.'}
      </p>
    </ProblemScreen>
  )
}

function LinkExpired({ token }: { token: string }) {
  return (
    <ProblemScreen title="This link has run out" actions={<ResendForm token={token} />}>
      <p className="lead" role="alert">
        {`It works for ${formatMinutes(CONFIRMATION_LINK_MS)}, and only once. We can send you a new one to the same address.`}
      </p>
    </ProblemScreen>
  )
}

function LinkUnknown() {
  return (
    <ProblemScreen
      title="This link leads nowhere"
      actions={
        <>
          <Link className="button" to={paths.signUp()}>
            Make a free account
          </Link>
          <Link className="link text-sm" to={paths.signIn()}>
            Sign in
          </Link>
        </>
      }
    >
      <p className="lead" role="alert">
        It is not complete, or what it was for is gone. Signing up again takes a minute.
      </p>
    </ProblemScreen>
  )
}

/** Shown to signed-in people who come here without a link. */
function StillToDo({ email }: { email: string }) {
  return (
    <ProblemScreen title="Confirm your address" actions={<ResendForm />}>
      <p className="lead wrap-anywhere">
        {`The link is in a mail to ${email}. Until it is used you see what a visitor sees.`}
      </p>
    </ProblemScreen>
  )
}

function Resent({ said }: { said: string }) {
  return (
    <ProblemScreen
      title={said === RESENT ? 'Check your inbox' : 'Not sent'}
      actions={
        <Link className="link text-sm" to={paths.dailyDeals()}>
          Go to the deals
        </Link>
      }
    >
      <p className="lead" role="status">
        {said}
      </p>
    </ProblemScreen>
  )
}
