import { type FormEvent, useState } from 'react'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import type { FactorStep } from '#app/admin/administrators/administrators.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { FactorForm } from './FactorForm.tsx'
import { failureText } from './failures.ts'

const FAILED = 'This could not be checked. Look at your connection and try again.'

/** The login with an account: e-mail and password, then the second factor. */
export function AccountLogin({ onOpen }: { onOpen: (session: AdminSession) => Promise<void> }) {
  const isHydrated = useHydrated()
  const [asked, setAsked] = useState<FactorStep>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget))
    setIsBusy(true)
    setError(undefined)
    try {
      const answer = await browserApi.request('POST', '/api/admin/sign-in', { email, password })
      setAsked(await answer.json())
    } catch (refused) {
      setError(failureText(refused, FAILED))
    } finally {
      setIsBusy(false)
    }
  }

  if (asked) {
    return (
      <>
        <p>Now your second key.</p>
        <FactorForm
          asked={asked}
          onGiven={async (given) => {
            try {
              const answer = await browserApi.request('POST', '/api/admin/sign-in/factor', given)
              await onOpen(await answer.json())
            } catch (refused) {
              const words = failureText(refused, FAILED)
              // The step has expired, so the password is asked for again.
              if (refused instanceof ApiError && refused.code === 'begin-again') {
                setAsked(undefined)
                setError(words)
              }
              return words
            }
          }}
        />
      </>
    )
  }
  return (
    <form method="post" className="grid gap-6" onSubmit={submit}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={320}
        required
        autoFocus
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        canShow={isHydrated}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" isBusy={isBusy} disabled={!isHydrated}>
        {isBusy ? 'Opening...' : 'Enter'}
      </Button>
    </form>
  )
}
