import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { AccountLogin } from './AccountLogin.tsx'
import { useAdminSession } from './session.ts'

const WRONG = 'Invalid password'
const FAILED = 'The password could not be checked. Look at your connection and try again.'

type Props = {
  onOpen: (session: AdminSession) => Promise<void>
  /** Why the session has ended, for somebody who was logged in. */
  reason?: string
}

/** The login: with an account, the shared password, or either. The server decides which. */
export function AdminLogin({ onOpen, reason }: Props) {
  const { door } = useAdminSession()
  const [isByPassword, setIsByPassword] = useState(door !== 'account')
  const isHydrated = useHydrated()

  return (
    <div className="admin-login">
      <h1 className="title" id="admin-login-title">
        Admin Login
      </h1>
      {reason && <p className="notice">{reason}</p>}
      {isByPassword && door === 'account' && (
        <p className="soft">
          It opens with the shared password, only until the hour that is set in
          ADMIN_EMERGENCY_UNTIL, and does nothing but ask an owner in. All owners are told at once.
        </p>
      )}
      {isByPassword ? <PasswordLogin onOpen={onOpen} /> : <AccountLogin onOpen={onOpen} />}
      <p className="admin-login-ways">
        {door !== 'password' && (
          <button
            type="button"
            className="link"
            disabled={!isHydrated}
            onClick={() => setIsByPassword(!isByPassword)}
          >
            {otherWay(door, isByPassword)}
          </button>
        )}
        <a className="link" href={paths.home()}>
          Back to Homepage
        </a>
      </p>
    </div>
  )
}

function otherWay(door: AdminSession['door'], isByPassword: boolean): string {
  if (isByPassword) return 'Sign in with your account'
  return door === 'account' ? 'Emergency door' : 'Use the shared password'
}

function PasswordLogin({ onOpen }: Pick<Props, 'onOpen'>) {
  const isHydrated = useHydrated()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector<HTMLInputElement>('input[name=password]')

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the field can be typed into
  useEffect(() => {
    if (isHydrated) field()?.focus()
  }, [isHydrated])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      const password = field()?.value ?? ''
      const response = await browserApi.request('POST', '/api/admin/session', { password })
      const opened: AdminSession = await response.json()
      closeErrorToasts()
      await onOpen(opened)
    } catch (refused) {
      const text = wordsOf(refused)
      setError(text)
      showToast({ title: text, tone: 'error' })
      field()?.select()
    } finally {
      setIsBusy(false)
    }
  }

  // By POST, so that nothing typed before scripts have loaded ends up in an address.
  return (
    <form
      ref={form}
      method="post"
      className="grid gap-6"
      onSubmit={submit}
      onFocus={preloadToaster}
    >
      <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
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

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return FAILED
  if (error.code === 'invalid-password') return WRONG
  return error.serverText ?? FAILED
}
