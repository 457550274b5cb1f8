import type { FastifyRequest } from 'fastify'
import { findSignedInUser } from '#app/accounts/server/sessions/sessions.ts'
import {
  CheckoutAddressMended,
  CheckoutCompleted,
  CheckoutCreated,
  CheckoutLinkRenewed,
  CheckoutVerified,
  CompleteCheckout,
  CreateCheckout,
  MendCheckoutAddress,
  RenewCheckoutLink,
  VerifyCheckout,
} from '#app/membership/checkout.contract.ts'
import { Offer } from '#app/membership/membership.contract.ts'
import { readOffer } from '#app/membership/server/plans/sales.ts'
import type { AppContext } from '#app/server/context.ts'
import { requireCsrfToken } from '#app/server/http/csrf.ts'
import type { Http } from '#app/server/http/http.ts'
import { clearPendingSession, setPendingSession } from '#app/server/http/pending-session-cookie.ts'
import {
  readDeviceToken,
  readSessionToken,
  setSessionCookies,
} from '#app/server/http/session-cookie.ts'
import { paths } from '#app/shared/paths.ts'
import { linkCheckoutToAccount } from './link-to-account.ts'
import { renewCheckoutLink } from './mailed-links.ts'
import { mendAddress } from './mend-address.ts'
import { AlreadyPaid, openCheckout } from './open-checkout.ts'
import { readCheckoutCookie, setCheckoutCookie } from './ownership.ts'
import { readBuyerAdClickIds } from './purchases.ts'
import { verifyCheckout } from './verify-checkout.ts'

export function checkoutRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/offer',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'What membership costs today: the plans that are sold, and the sale that runs',
        response: { 200: Offer },
      },
    },
    async () => readOffer(ctx),
  )

  http.post(
    '/api/create-checkout-session',
    {
      config: { access: 'everyone', requestClass: 'checkout' },
      schema: {
        summary: 'Opens a payment page; 409 for whoever has a membership',
        body: CreateCheckout,
        response: { 200: CheckoutCreated },
      },
    },
    async (request, reply) => {
      const { priceId, checkout_token: token, next, came_from } = request.body
      const adClickIds = readBuyerAdClickIds(ctx, request, request.body)
      const bindingHash = setCheckoutCookie(ctx, { request, reply, ...(token ? { token } : {}) })
      const user = await findSignedInUser(ctx, request)
      return openCheckout(
        ctx,
        { user, bindingHash, ip: request.ip, adClickIds, next, cameFrom: came_from },
        priceId,
      ).catch((error) => {
        if (error instanceof AlreadyPaid) setPendingSession(ctx, reply, error.checkoutId)
        throw error
      })
    },
  )

  http.get(
    '/api/verify-checkout-session',
    {
      config: { access: 'everyone', requestClass: 'checkout' },
      schema: {
        summary: 'How a payment ended, for the browser that made it',
        querystring: VerifyCheckout,
        response: { 200: CheckoutVerified },
      },
    },
    async (request, reply) => {
      const { session_id: sessionId, link } = request.query
      const { checkoutId, ...verified } = await verifyCheckout(ctx, {
        ...(await requesterOf(request)),
        sessionId,
        link,
      })
      const isWaiting = verified.isLinked === false && !link
      if (checkoutId && isWaiting) setPendingSession(ctx, reply, checkoutId)
      else if (verified.code !== 'pending') clearPendingSession(ctx, reply)
      return verified
    },
  )

  http.post(
    '/api/complete-checkout',
    {
      config: { access: 'everyone', requestClass: 'checkout', needsToken: true },
      schema: {
        summary: 'Gives a payment its account; needs the token of /api/csrf-token',
        body: CompleteCheckout,
        response: { 200: CheckoutCompleted },
      },
    },
    async (request, reply) => {
      requireCsrfToken(ctx, request)
      const { session_id, link, email, password } = request.body
      const { isNewUser, sessionId, returnTo, tokens } = await linkCheckoutToAccount(ctx, {
        sessionId: session_id,
        link,
        email,
        password,
        bindingHash: readCheckoutCookie(ctx, request),
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
        // The page reports the purchase by the session id, then removes it from the address.
        redirectUrl: paths.paid(sessionId, returnTo),
      }
    },
  )

  http.post(
    '/api/checkout-address',
    {
      config: { access: 'everyone', requestClass: 'checkout', needsToken: true },
      schema: {
        summary:
          'Another address for a payment of this browser; needs the token of /api/csrf-token',
        body: MendCheckoutAddress,
        response: { 200: CheckoutAddressMended },
      },
    },
    async (request) => {
      requireCsrfToken(ctx, request)
      const { session_id: sessionId, email } = request.body
      const bindingHash = readCheckoutCookie(ctx, request)
      return {
        success: true as const,
        ...(await mendAddress(ctx, { sessionId, email, bindingHash })),
      }
    },
  )

  http.post(
    '/api/checkout-link',
    {
      config: { access: 'everyone', requestClass: 'checkout' },
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

  async function requesterOf(request: FastifyRequest) {
    const user = await findSignedInUser(ctx, request)
    return { bindingHash: readCheckoutCookie(ctx, request), userId: user?.id, ip: request.ip }
  }
}
