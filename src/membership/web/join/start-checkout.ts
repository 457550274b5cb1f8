import type { CheckoutCreated } from '#app/membership/checkout.contract.ts'
import type { Plan } from '#app/shared/offer.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { readAdCookie } from '#app/web/cookies.rules.ts'
import { newUuid } from '#app/web/new-uuid.ts'
import { checkoutToken } from './checkout-token.ts'

/** Asks for a payment page. The server decides the price, and whom it is for. */
export async function createCheckout(
  plan: Plan,
  { userId, next }: { userId: string | undefined; next: string | undefined },
): Promise<CheckoutCreated> {
  const adCookies = {
    fbc: readAdCookie(document.cookie, '_fbc'),
    fbp: readAdCookie(document.cookie, '_fbp'),
  }
  const response = await browserApi.request('POST', '/api/create-checkout-session', {
    priceId: plan,
    userId,
    next,
    came_from: siteBefore(),
    event_id: newUuid(),
    ...adCookies,
    checkout_token: checkoutToken(),
    user_data: { ...adCookies, client_user_agent: navigator.userAgent },
  })
  return response.json()
}

/** The text to show when there is no payment page. */
export function checkoutFailureText(error: unknown): string {
  if (!(error instanceof Error)) return 'An unknown error occurred'
  const text = error instanceof ApiError ? error.serverText : undefined
  return text ?? 'Failed to create checkout session'
}

/** The host name of the site that led to ours; our own after a page was loaded anew. */
function siteBefore(): string | undefined {
  return /^https?:\/\/([^/:]+)/.exec(document.referrer)?.[1]
}
