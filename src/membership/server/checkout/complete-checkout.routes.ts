import { findSignedInUser } from '#app/accounts/server/sessions.ts'
import {
  CheckoutCompleted,
  CheckoutLinkRenewed,
  CompleteCheckout,
  RenewCheckoutLink,
} from '#app/membership/checkout.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { requireCsrfToken } from '#app/server/http/csrf.ts'
import type { Http } from '#app/server/http/http.ts'
import { clearPendingSession } from '#app/server/http/pending-session-cookie.ts'
import {
  readDeviceToken,
  readSessionToken,
  setSessionCookies,
} from '#app/server/http/session-cookie.ts'
import { paths } from '#app/shared/paths.ts'
import { renewCheckoutLink } from './checkout-links.ts'
import { readBinding } from './cookies.ts'
import { completeCheckout } from './link-checkout-to-account.ts'

export function completeCheckoutRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/complete-checkout',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Gives a payment its account; needs the token of /api/csrf-token',
        body: CompleteCheckout,
        response: { 200: CheckoutCompleted },
      },
    },
    async (request, reply) => {
      requireCsrfToken(ctx, request)
      const { session_id, link, email, password } = request.body
      const { isNewUser, sessionId, tokens } = await completeCheckout(ctx, {
        sessionId: session_id,
        link,
        email,
        password,
        bindingHash: readBinding(ctx, request),
        signedIn: await findSignedInUser(ctx, request),
        ip: request.ip,
        deviceToken: readDeviceToken(ctx, request),
        sessionToken: readSessionToken(ctx, request),
      })
      if (tokens) setSessionCookies(ctx, reply, tokens)
      clearPendingSession(ctx, reply)
      return {
        success: true as const,
        user: { isNewUser },
        // The page reports the purchase by it, and takes it out of the address.
        redirectUrl: paths.paidDeals(sessionId),
      }
    },
  )

  http.post(
    '/api/checkout-link',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Mails a new link in place of one that has run out; always the same answer',
        body: RenewCheckoutLink,
        response: { 200: CheckoutLinkRenewed },
      },
    },
    async (request) => {
      await renewCheckoutLink(ctx, request.body.link)
      return { success: true as const }
    },
  )
}
