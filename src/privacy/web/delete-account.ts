import type { QueryClient } from '@tanstack/react-query'
import { clearAfterSignOut } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, failed } from '#app/web/api/api.ts'
import { withCsrfToken } from '#app/web/api/csrf-token.ts'
import { startOverAt } from '#app/web/start-over.ts'
import { tellOtherTabsSignedOut } from '#app/web/tabs.ts'
import { carryToast } from '#app/web/toasts/carried-toast.ts'

/** Why the account was not deleted: an error of the password field, or a general one. */
export type DeletionFailure = { password: string } | { error: string }

/** Deletes the account of the signed-in person. Returns why it failed, or undefined once it is deleted. */
export async function requestDeletion(password: string): Promise<DeletionFailure | undefined> {
  if (!password) return { password: 'Password is required' }
  let isAsked = false
  try {
    await withCsrfToken(async (token) => {
      isAsked = true
      const response = await fetch('/api/account', {
        method: 'DELETE',
        credentials: 'include',
        headers: { 'content-type': 'application/json', 'x-csrf-token': token },
        body: JSON.stringify({ password }),
      })
      if (!response.ok) throw failed(response.status, await response.text())
    })
  } catch (error) {
    return deletionFailure(error, isAsked)
  }
}

/**
 * Says why the account was not deleted, as far as that is known: a proxy that answers instead of our server
 * may hide that the deletion succeeded.
 */
export function deletionFailure(error: unknown, isAsked: boolean): DeletionFailure {
  const isOurAnswer = error instanceof ApiError && error.code !== undefined
  if (!isOurAnswer) return { error: isAsked ? UNREACHED : NOT_ASKED }
  if (error.status === 401) return { error: SESSION_OVER }
  const { password } = error.fields
  return password ? { password } : { error: error.serverText ?? UNREACHED }
}

const UNREACHED =
  'We could not be reached, so we cannot tell whether your account was deleted. Reload the page to see.'
const NOT_ASKED = 'We could not be reached, so your account was not deleted. Please try again.'
const SESSION_OVER = 'Your session has ended. Please sign in again.'

/** Loads the front page as a new document, so that no loaded data stays in memory. */
export async function leaveForGood(queryClient: QueryClient): Promise<void> {
  tellOtherTabsSignedOut()
  carryToast({ title: 'Your account has been deleted' })
  startOverAt(paths.home())
  await clearAfterSignOut(queryClient)
}
