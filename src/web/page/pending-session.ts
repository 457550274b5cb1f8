import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PENDING_SESSION_COOKIE } from '#app/shared/browser-data.ts'
import { paths } from '#app/shared/paths.ts'
import { isCheckoutName, mayStay, readPendingSession } from './pending-session.rules.ts'

/**
 * Somebody has paid and has no account yet: whatever page they go to, the one that makes it comes
 * first. The cookie is only a hint, so one that cannot be right is removed, not followed.
 */
export function usePendingSession(isSignedIn: boolean): void {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place is looked at again.
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
