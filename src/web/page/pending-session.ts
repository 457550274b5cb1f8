import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PENDING_SESSION_COOKIE } from '#app/shared/browser-data.ts'
import { paths } from '#app/shared/paths.ts'
import { isCheckoutName, mayStay, readPendingSession } from './pending-session.rules.ts'

/**
 * Leads somebody who has paid but has no account to the page that creates one, wherever they go. The cookie
 * is only a hint: an invalid one is deleted, not followed.
 */
export function usePendingSession(isSignedIn: boolean): void {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on every navigation.
  useEffect(() => {
    if (isSignedIn || mayStay({ pathname, search })) return
    const name = readPendingSession(document.cookie)
    if (name === undefined) return
    if (!isCheckoutName(name)) return clearPendingSessionHint()
    void navigate(paths.checkoutSuccess(name), { replace: true })
  }, [isSignedIn, navigate, key, pathname, search])
}

/** For "later": the mail that was sent still leads to the account. */
export function clearPendingSessionHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet.
  document.cookie = `${PENDING_SESSION_COOKIE}=; path=/; max-age=0`
}
