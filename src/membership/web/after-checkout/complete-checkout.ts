import type { CheckoutCompleted } from '#app/membership/checkout.contract.ts'
import { renewCheckoutToken } from '#app/membership/web/join/checkout-token.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { carryToast } from '#app/web/toasts/carried-toast.ts'
import { type CheckoutReference, deleteCheckoutReference } from './checkout-reference.ts'
import { isOwnPath } from './finish.rules.ts'

type Completion = {
  reference: CheckoutReference
  email: string | undefined
  /** Undefined for somebody who is signed in. */
  password?: string
  csrfToken: string
}

/** Links the payment to its account. Throws an error that {@link toCompletionFailure} puts into words. */
export async function completeCheckout(completion: Completion): Promise<CheckoutCompleted> {
  const { reference, email, password, csrfToken } = completion
  const response = await browserApi.request(
    'POST',
    '/api/complete-checkout',
    { ...reference, email, password },
    { 'x-csrf-token': csrfToken },
  )
  return response.json()
}

/** Goes on to the deals in a new document, because whatever was loaded before belongs to somebody else. */
export function leaveCompleted(
  { user, redirectUrl }: CheckoutCompleted,
  { reference, password }: Pick<Completion, 'reference' | 'password'>,
): void {
  deleteCheckoutReference()
  renewCheckoutToken()
  carryToast({
    title: completionTitle(user.isNewUser, { isByLink: 'link' in reference, password }),
  })
  location.assign(isOwnPath(redirectUrl) ? redirectUrl : paths.dailyDeals())
}

/**
 * The title of the success toast. A mailed link sets a new password, unless its reader was signed
 * in; in every other case an existing account keeps its own.
 */
export function completionTitle(
  isNewUser: boolean,
  { isByLink, password }: { isByLink: boolean; password?: string | undefined },
): string {
  if (isNewUser) return 'Account Created'
  return isByLink && password !== undefined ? 'Password Updated' : 'Subscription Activated'
}

export type CompletionFailure = {
  error: string
  fields: Record<string, string>
  code?: string | undefined
  /** No answer came: trying again may help. */
  isUnreached?: true
}

export function toCompletionFailure(error: unknown): CompletionFailure {
  if (!(error instanceof ApiError)) {
    return { error: 'Account creation failed', fields: {}, isUnreached: true }
  }
  const { status, serverText, fields, code } = error
  return { error: serverText ?? `Failed to create account (${status})`, fields, code }
}
