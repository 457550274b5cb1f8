import { useEffect, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import type { PasswordReset, ResetLink } from '#app/accounts/accounts.contract.ts'
import { SHORTEST_PASSWORD } from '#app/accounts/accounts.facts.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { toReturnPath } from '#app/shared/return-path.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { tellOtherTabsSignedOut } from '#app/web/tabs.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { FormErrors } from './FormErrors.tsx'
import { FormScreen } from './FormScreen.tsx'
import { loadNewPasswordSchema } from './form-schemas.ts'
import { useFormOutcome } from './use-form-outcome.ts'
import { clearAfterSignOut, refreshAfterSignIn } from './user.ts'

/** How the last attempt ended. */
type Outcome = {
  /** Taken from the form, because the URL no longer has it. */
  token: string
  error?: string
  fields?: Record<string, string>
  /** The link has been used or has expired. */
  isLinkOver?: boolean
}

const FAILED = 'Failed to reset password'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'New password',
    description: `Set a new password for ${club.name}.`,
  }),
}

/** Reports a used or expired link before anything is typed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = meant(new URL(request.url).searchParams, 'token')
  if (!token) return { isOver: false }
  try {
    const address = `/api/reset-password?token=${encodeURIComponent(token)}`
    const { isUsable } = (await context.get(apiContext).load(address)) as ResetLink
    return { isOver: !isUsable }
  } catch (error) {
    // If the check fails, submitting the form will report it.
    if (!(error instanceof ApiError)) throw error
    return { isOver: false }
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  const password = String(form.get('password') ?? '')
  const fields = await checkPasswords(password, String(form.get('confirmPassword') ?? ''))
  if (fields) return data<Outcome>({ token, fields }, { status: 400 })

  let next: string | undefined
  try {
    const api = context.get(apiContext)
    const answer = await api.request('POST', '/api/reset-password', { token, password })
    next = toReturnPath(((await answer.json()) as PasswordReset).next)
  } catch (error) {
    const outcome = outcomeOf(error, token)
    showToast({ title: 'Error', description: outcome.error ?? FAILED, tone: 'error' })
    const status = error instanceof ApiError ? error.status : 503
    return data<Outcome>(outcome, { status })
  }
  const queryClient = context.get(queryClientContext)
  // Replaces whoever was signed in here with the owner of the reset account.
  await clearAfterSignOut(queryClient)
  if (isBrowser) tellOtherTabsSignedOut()
  await refreshAfterSignIn(queryClient)
  closeErrorToasts()
  showToast({ title: 'Password updated' })
  return redirect(paths.signInAtHome(next))
}

async function checkPasswords(
  password: string,
  confirmation: string,
): Promise<Record<string, string> | undefined> {
  const checked = (await loadNewPasswordSchema()).safeParse(password)
  if (!checked.success) return { password: checked.error.issues[0]?.message ?? FAILED }
  if (password !== confirmation) return { confirmPassword: "Passwords don't match" }
}

function outcomeOf(error: unknown, token: string): Outcome {
  if (!(error instanceof ApiError)) return { token, error: FAILED }
  const { password } = error.fields
  return {
    token,
    error: error.serverText ?? FAILED,
    ...(password ? { fields: { password } } : {}),
    isLinkOver: error.code === 'reset-link-invalid',
  }
}

export function Component() {
  const outcome = useActionData<Outcome>()
  const { isOver } = useLoaderData<typeof loader>()
  const isLinkOver = outcome ? outcome.isLinkOver === true : isOver
  const { token, isLooking } = useToken(outcome, isLinkOver)
  if (isLooking) return <LookingForLink />
  if (!token || isLinkOver) return <InvalidLink text={outcome?.error} />
  return (
    <FormScreen
      title="A new password"
      lead={`At least ${SHORTEST_PASSWORD} characters. Saving it signs you in here, and out everywhere else.`}
    >
      <PasswordResetForm token={token} outcome={outcome} />
    </FormScreen>
  )
}

/**
 * The token of the link. It is removed from the URL at once, so that nobody finds it there and nothing on the
 * page can leak it. The history entry keeps it for reloads of this tab until the link is used or expired.
 */
function useToken(
  outcome: Outcome | undefined,
  isLinkOver: boolean,
): { token?: string; isLooking: boolean } {
  const [search] = useSearchParams()
  const [ofAddress] = useState(() => meant(search, 'token') || undefined)
  const isHydrated = useHydrated()
  const kept = isHydrated ? keptToken() : undefined
  const token = ofAddress ?? outcome?.token ?? kept
  const worthKeeping = isLinkOver ? undefined : token
  // On every render: each result of the form creates a new history entry.
  useEffect(() => {
    // Before hydration the kept token has not been read yet.
    if (isHydrated && (location.search || keptToken() !== worthKeeping)) {
      const state = { ...history.state, [KEPT]: worthKeeping }
      history.replaceState(state, '', paths.passwordReset())
    }
  })
  return { ...(token ? { token } : {}), isLooking: !isHydrated && !token }
}

const KEPT = 'resetToken'

function keptToken(): string | undefined {
  const kept: unknown = history.state?.[KEPT]
  return typeof kept === 'string' ? kept : undefined
}

/** Shown after a reload until the kept token has been read. */
function LookingForLink() {
  return (
    <>
      <noscript>
        <InvalidLink text={undefined} />
      </noscript>
      <div className="wrap solo" aria-busy>
        <p className="caps">One moment</p>
      </div>
    </>
  )
}

function InvalidLink({ text }: { text: string | undefined }) {
  return (
    <ProblemScreen
      title="Invalid Reset Link"
      actions={
        <>
          <Link className="button" to={paths.forgotPassword()}>
            Request New Link
          </Link>
          <Link className="link text-sm" to={paths.signIn()}>
            Back to sign in
          </Link>
        </>
      }
    >
      <p className="lead" role={text ? 'alert' : undefined}>
        {text ?? 'This link is not complete, or has been used. A new one is there in a minute.'}
      </p>
    </ProblemScreen>
  )
}

type FormProps = { token: string; outcome: Outcome | undefined }

function PasswordResetForm({ token, outcome }: FormProps) {
  const { state, formAction } = useNavigation()
  const isHydrated = useHydrated()
  const isBusy = state !== 'idle' && formAction?.startsWith(paths.passwordReset()) === true
  const { form, onInput, wrong, messages } = useFormOutcome(outcome)
  return (
    <Form
      method="post"
      action={paths.passwordReset()}
      className="grid gap-6"
      ref={form}
      noValidate
      onFocus={preloadSubmit}
      onInput={onInput}
    >
      <FormErrors title="Error" messages={messages} outcome={outcome} />
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        canShow={isHydrated}
        error={wrong.password}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        canShow={isHydrated}
        error={wrong.confirmPassword}
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Saving...' : 'Save'}
      </Button>
    </Form>
  )
}

/** Preloads what submitting needs while the form is filled in: by then the network may be gone. */
function preloadSubmit() {
  loadNewPasswordSchema().catch(() => {})
  preloadToaster()
}
