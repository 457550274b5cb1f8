import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '#app/server/http/http.ts'
import { invalid, ProviderError } from '#sandbox/payments/provider-error.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import type { World } from '#sandbox/payments/world.ts'
import { answerOf, createCalls, parseForm, send, setHeaders } from './calls.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { couponsRoutes } from './coupons.routes.ts'
import { customersRoutes } from './customers.routes.ts'
import { eventsRoutes } from './events.routes.ts'
import { invoicesRoutes } from './invoices.routes.ts'
import { paymentsRoutes } from './payments.routes.ts'
import { portalRoutes } from './portal.routes.ts'
import { pricesRoutes } from './prices.routes.ts'
import { productsRoutes } from './products.routes.ts'
import { subscriptionsRoutes } from './subscriptions.routes.ts'

const FORM = 'application/x-www-form-urlencoded'
const BODY_LIMIT_BYTES = 256 * 1024

/** Serves the provider's API under /v1, with its own parameter format and errors instead of ours. */
export function serveApi(http: Http, world: World, keys: { secretKey: string }): void {
  http.register(
    async (api: FastifyInstance) => {
      api.removeAllContentTypeParsers()
      const options = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const
      api.addContentTypeParser(FORM, options, (_request, body, done) => {
        done(null, parseForm(String(body)))
      })
      api.addContentTypeParser('*', (_request, _payload, done) => {
        done(invalid(`Invalid request: bodies are ${FORM}.`))
      })
      api.setErrorHandler((error, request, reply) => answerError(world, error, request, reply))

      const add = createCalls(api, world, keys)
      customersRoutes(add)
      productsRoutes(add)
      pricesRoutes(add)
      couponsRoutes(add)
      checkoutRoutes(add)
      subscriptionsRoutes(add)
      invoicesRoutes(add)
      paymentsRoutes(add)
      portalRoutes(add)
      eventsRoutes(add)

      api.all(
        '/*',
        { schema: { hide: true }, config: { access: 'machine', requestClass: 'none' } },
        (request: FastifyRequest) => {
          const { method, url } = request
          const message = `Unrecognized request URL (${method}: ${url.split('?')[0]}).`
          throw new ProviderError(404, { type: 'invalid_request_error', message })
        },
      )
    },
    { prefix: '/v1' },
  )
}

function answerError(world: World, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!reply.hasHeader('request-id')) setHeaders(world, reply, newId('req', 14))
  if (error instanceof ProviderError) return send(reply, answerOf(error))
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status < 500) return send(reply, answerOf(invalid('The request could not be read.')))
  request.log.error({ err: error, route: request.routeOptions.url }, 'bug in the payment sandbox')
  const message = 'An unknown error occurred in the sandbox.'
  return send(reply, answerOf(new ProviderError(500, { type: 'api_error', message })))
}
