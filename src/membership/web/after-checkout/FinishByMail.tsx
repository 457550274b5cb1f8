import type { FormEvent } from 'react'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { FormScreen } from '#app/accounts/web/FormScreen.tsx'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { LeaveForLater } from './LeaveForLater.tsx'
import type { Completion } from './use-completion.ts'

type Props = { email: string | undefined; completion: Completion }

/** The reader of the inbox may finish, and so may somebody who knows the existing account's password. */
export function FinishByMail({ email, completion }: Props) {
  const { failure, isBusy, complete } = completion
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void complete(String(new FormData(event.currentTarget).get('password') ?? ''))
  }
  return (
    <FormScreen
      title="Check your inbox"
      lead="Your payment is safe, and a mail with a link to finish is on its way."
    >
      <form className="grid gap-6" noValidate onSubmit={submit}>
        <FormErrors
          title="One more step"
          messages={failure ? [failure.error] : []}
          outcome={failure}
        />
        <p>
          {'The mail went to '}
          <span className="font-semibold wrap-anywhere">{email}</span>
          {'. If you have an account with this address, its password finishes at once:'}
        </p>
        <input type="hidden" name="email" autoComplete="username" value={email ?? ''} readOnly />
        <PasswordField
          label="The password you have"
          name="password"
          autoComplete="current-password"
          required
          canShow
        />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign in and finish'}
        </Button>
      </form>
      <LeaveForLater email={email} />
    </FormScreen>
  )
}
