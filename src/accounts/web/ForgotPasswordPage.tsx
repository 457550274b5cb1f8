import { useEffect } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  useActionData,
  useLocation,
  useNavigation,
} from 'react-router'
import { RESET_LINK_MS } from '#app/accounts/accounts.facts.ts'
import { formatMinutes } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { returnPathAt } from '#app/shared/return-path.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { reportEvent } from '#app/web/report-event.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { EmailField } from './EmailField.tsx'
import { FormErrors } from './FormErrors.tsx'
import { FormScreen } from './FormScreen.tsx'
import { loadForgotPasswordSchema } from './form-schemas.ts'
import { useFormOutcome } from './use-form-outcome.ts'

/** How the last attempt ended. */
type Outcome = {
  email: string
  error?: string
  fields?: { email: string }
  isSent?: boolean
}

/** The same for every address, whether it has an account or not. */
const SENT = {
  title: 'Check your email',
  description:
    'If an account exists with that email, you will receive password reset instructions.',
}

const FAILED = 'Failed to send reset instructions'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Forgot password',
    description: `Ask for a link that sets a new password for ${club.name}.`,
    canonicalPath: paths.forgotPassword(),
  }),
}

export async function action({ request, context }: ActionFunctionArgs) {
  const email = String((await request.formData()).get('email') ?? '')
  const next = returnPathAt(new URL(request.url))
  const asked = (await loadForgotPasswordSchema()).safeParse({ email })
  if (!asked.success) {
    const fields = { email: asked.error.issues[0]?.message ?? FAILED }
    return data<Outcome>({ email, fields }, { status: 400 })
  }
  try {
    await context.get(apiContext).request('POST', '/api/forgot-password', { ...asked.data, next })
  } catch (error) {
    const text = (error instanceof ApiError && error.serverText) || FAILED
    showToast({ title: 'Error', description: text, tone: 'error' })
    const status = error instanceof ApiError ? error.status : 503
    return data<Outcome>({ email, error: text }, { status })
  }
  closeErrorToasts()
  showToast(SENT)
  return data<Outcome>({ email, isSent: true })
}

export function Component() {
  const outcome = useActionData<Outcome>()
  const next = useReturnPath()
  useEffect(() => reportEvent('visit-forgot-password'), [])
  return (
    <FormScreen
      title="Forgot your password?"
      lead={`Tell us the address of your account. We send a link that sets a new one; it works for ${formatMinutes(RESET_LINK_MS)}.`}
    >
      {outcome?.isSent && (
        <div className="notice mb-8" role="status">
          <p className="font-semibold">{SENT.title}</p>
          <p>{SENT.description}</p>
          <p className="mt-3 text-ink-soft">
            Nothing there after a few minutes? Look in the spam folder, or check the address and
            send it again.
          </p>
        </div>
      )}
      <ForgotPasswordForm outcome={outcome} />
      <p className="mt-8">
        <Link className="link text-sm" to={paths.signIn(next)}>
          Back to sign in
        </Link>
      </p>
    </FormScreen>
  )
}

function ForgotPasswordForm({ outcome }: { outcome: Outcome | undefined }) {
  const next = useReturnPath()
  const { state, formAction } = useNavigation()
  const isBusy = state !== 'idle' && formAction?.startsWith(paths.forgotPassword()) === true
  const typed = useTypedBefore()
  const { form, onInput, wrong, messages } = useFormOutcome(outcome)
  return (
    <Form
      method="post"
      action={paths.forgotPassword(next)}
      className="grid gap-6"
      ref={form}
      noValidate
      onFocus={preloadSubmit}
      onInput={onInput}
    >
      <FormErrors title="Error" messages={messages} outcome={outcome} />
      <EmailField defaultValue={outcome?.email ?? typed} error={wrong.email} />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Sending...' : outcome?.isSent ? 'Send again' : 'Send'}
      </Button>
    </Form>
  )
}

/** The address typed on the previous page. */
function useTypedBefore(): string | undefined {
  const state: unknown = useLocation().state
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof email === 'string' && email !== '' ? email : undefined
}

/** Preloads what submitting needs while the form is filled in: by then the network may be gone. */
function preloadSubmit() {
  loadForgotPasswordSchema().catch(() => {})
  preloadToaster()
}
