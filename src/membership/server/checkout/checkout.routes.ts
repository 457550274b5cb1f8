import type { FastifyRequest } from 'fastify'
import { findSignedInUser } from '#app/accounts/server/sessions.ts'
import {
  CheckoutCreated,
  CheckoutVerified,
  CreateCheckout,
  VerifyCheckout,
} from '#app/membership/checkout.contract.ts'
import { Sale } from '#app/membership/membership.contract.ts'
import { readSale } from '#app/membership/server/plans/sales.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { clearPendingSession, setPendingSession } from '#app/server/http/pending-session-cookie.ts'
import { buyerMarks } from './ad-click-ids.ts'
import { AlreadyPaid, createCheckout } from './checkout.ts'
import { bindBrowser, readBinding } from './cookies.ts'
import { verifyCheckout } from './verify-checkout.ts'

export function checkoutRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/sale',
    {
      config: { access: 'everyone' },
      schema: { summary: 'The sale that runs today; null for none', response: { 200: Sale } },
    },
    async () => readSale(ctx),
  )

  http.post(
    '/api/create-checkout-session',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Opens a payment page; 409 for whoever has a membership',
        body: CreateCheckout,
        response: { 200: CheckoutCreated },
      },
    },
    async (request, reply) => {
      const { priceId, checkout_token: token } = request.body
      const marks = buyerMarks(ctx, request, request.body)
      const bindingHash = bindBrowser(ctx, { request, reply, ...(token ? { token } : {}) })
      const user = await findSignedInUser(ctx, request)
      return createCheckout(ctx, { user, bindingHash, ip: request.ip, marks }, priceId).catch(
        (error) => {
          if (error instanceof AlreadyPaid) setPendingSession(ctx, reply, error.checkoutId)
          throw error
        },
      )
    },
  )

  http.get(
    '/api/verify-checkout-session',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'How a payment ended, for the browser that made it',
        querystring: VerifyCheckout,
        response: { 200: CheckoutVerified },
      },
    },
    async (request, reply) => {
      const { session_id: sessionId, link } = request.query
      const asked = { ...(await asking(request)), sessionId, link }
      const { checkoutId, ...verified } = await verifyCheckout(ctx, asked)
      const isWaiting = verified.isLinked === false && !link
      if (checkoutId && isWaiting) setPendingSession(ctx, reply, checkoutId)
      else if (verified.code !== 'pending') clearPendingSession(ctx, reply)
      return verified
    },
  )

  async function asking(request: FastifyRequest) {
    const user = await findSignedInUser(ctx, request)
    return { bindingHash: readBinding(ctx, request), userId: user?.id, ip: request.ip }
  }
}
