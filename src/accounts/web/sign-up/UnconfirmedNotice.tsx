import { useLocation } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { ResendForm } from './ResendForm.tsx'

/** Above every page while somebody's address is not confirmed: why so little is open, and the way on. */
export function UnconfirmedNotice() {
  const user = useUser()
  const { pathname } = useLocation()
  // That page says the same at large.
  if (!user?.isUnconfirmed || pathname === paths.confirmSignUp()) return null
  return (
    <aside className="unconfirmed" aria-label="Your address">
      <div className="wrap">
        <p>
          <strong className="font-semibold">Confirm your address.</strong>
          {' The link is in a mail to '}
          <span className="wrap-anywhere">{user.email}</span>
          {'. Until then you see what a visitor sees.'}
        </p>
        <ResendForm className="link" />
      </div>
    </aside>
  )
}
