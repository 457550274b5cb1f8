import { useEffect } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { logEvent } from '#app/web/log-event.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { loadForgotPasswordRules } from './credential-rules.ts'
import { EmailField } from './EmailField.tsx'
import { FormErrors } from './FormErrors.tsx'
import { FormScreen } from './FormScreen.tsx'

/** How the last attempt ended. */
export type ForgotPasswordOutcome = {
  email: string
  error?: string
  fieldError?: string
  isSent?: boolean
}

/** The same for every address, whether it has an account or not. */
export const SENT = {
  title: 'Check your email',
  description:
    'If an account exists with that email, you will receive password reset instructions.',
}

export function ForgotPasswordScreen({ outcome }: { outcome: ForgotPasswordOutcome | undefined }) {
  useEffect(() => logEvent('visit-forgot-password'), [])
  return (
    <FormScreen
      title="Forgot your password?"
      lead="Tell us the address of your account. We send a link that sets a new one; it works for 30 minutes."
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
      <p className="mt-8 text-sm">
        <Link className="link" to={paths.signIn()}>
          Back to sign in
        </Link>
      </p>
    </FormScreen>
  )
}

function ForgotPasswordForm({ outcome }: { outcome: ForgotPasswordOutcome | undefined }) {
  const { state, formAction } = useNavigation()
  const isBusy = state !== 'idle' && formAction?.startsWith(paths.forgotPassword()) === true
  const message = outcome?.error ?? outcome?.fieldError
  return (
    <Form
      method="post"
      action={paths.forgotPassword()}
      className="grid gap-6"
      noValidate
      onFocus={preloadSubmit}
    >
      <FormErrors title="Error" messages={message ? [message] : []} outcome={outcome} />
      <EmailField defaultValue={outcome?.email} error={outcome?.fieldError} />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Sending...' : outcome?.isSent ? 'Send again' : 'Send'}
      </Button>
    </Form>
  )
}

/** What sending the form takes, fetched while it is filled in: by then the network may be gone. */
function preloadSubmit() {
  loadForgotPasswordRules().catch(() => {})
  preloadToaster()
}
