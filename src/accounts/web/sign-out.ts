import { type ActionFunctionArgs, redirect } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser, isWideScreen } from '#app/web/browser.ts'
import { tellOtherTabsSignedOut } from '#app/web/tabs.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { clearAfterSignOut } from './user.ts'

/** The address has no page of its own, only an action. */
export function loader() {
  return redirect(paths.home())
}

export async function action({ context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  // Sent before the session ends, because the event records whose it was.
  await api
    .request('POST', '/api/log-event', { eventType: 'logout', eventData: {} })
    .catch(() => {})
  try {
    await api.request('POST', '/api/logout')
  } catch (error) {
    if (!isBrowser) throw error
    const text = error instanceof ApiError ? error.serverText : undefined
    showToast({
      title: 'Error signing out',
      description: text ?? 'Please try again',
      tone: 'error',
    })
    return null
  }
  await clearAfterSignOut(context.get(queryClientContext))
  tellOtherTabsSignedOut()
  if (isBrowser && isWideScreen()) showToast({ title: 'Successfully signed out' })
  return redirect(paths.home())
}
