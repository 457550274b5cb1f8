import { useEffect, useState } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { Problem } from '#app/web/page/Problem.tsx'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { useHydrated } from '#app/web/use-hydrated.ts'
import { loadNewPasswordRules } from './credential-rules.ts'
import { FormErrors } from './FormErrors.tsx'
import { FormScreen } from './FormScreen.tsx'

/** How the last attempt ended. */
export type PasswordResetOutcome = {
  /** From the form: the address no longer has it. */
  token: string
  error?: string
  fields?: { password?: string; confirmPassword?: string }
  /** The link has been used or is too old. */
  isLinkOver?: boolean
}

type Props = { outcome: PasswordResetOutcome | undefined }

export function PasswordResetScreen({ outcome }: Props) {
  const token = useTokenOfAddress() ?? outcome?.token
  if (!token || outcome?.isLinkOver) return <InvalidLink text={outcome?.error} />
  return (
    <FormScreen
      title="A new password"
      lead="At least 8 characters. Saving it signs you out everywhere, on every device."
    >
      <PasswordResetForm token={token} outcome={outcome} />
    </FormScreen>
  )
}

/**
 * The secret of the link. It leaves the address at once, and with it the history, so that nobody
 * finds it there and nothing on the page can pass it on.
 */
function useTokenOfAddress(): string | undefined {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') || undefined)
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', paths.passwordReset())
  }, [])
  return token
}

function InvalidLink({ text }: { text: string | undefined }) {
  return (
    <Problem
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
    </Problem>
  )
}

function PasswordResetForm({ token, outcome }: Props & { token: string }) {
  const { state, formAction } = useNavigation()
  const isHydrated = useHydrated()
  const isBusy = state !== 'idle' && formAction?.startsWith(paths.passwordReset()) === true
  const { error, fields } = outcome ?? {}
  return (
    <Form
      method="post"
      action={paths.passwordReset()}
      className="grid gap-6"
      noValidate
      onFocus={preloadSubmit}
    >
      <FormErrors
        title="Error"
        messages={error ? [error] : Object.values(fields ?? {})}
        outcome={outcome}
      />
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        canShow={isHydrated}
        error={fields?.password}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        canShow={isHydrated}
        error={fields?.confirmPassword}
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Saving...' : 'Save'}
      </Button>
    </Form>
  )
}

/** What sending the form takes, fetched while it is filled in: by then the network may be gone. */
function preloadSubmit() {
  loadNewPasswordRules().catch(() => {})
  preloadToaster()
}
