import { useLocation } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { ResendForm } from './ResendForm.tsx'

/** Notice above every page while the address is unconfirmed: explains the limits and how to confirm. */
export function UnconfirmedNotice() {
  const user = useUser()
  const { pathname } = useLocation()
  // That page already explains it in full.
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
