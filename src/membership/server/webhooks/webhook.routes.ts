import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { whatIsUnderWay, whileAt } from '#app/server/under-way.ts'
import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import { countEvent } from './counted.ts'
import { readSignedEvent } from './signature.ts'
import { handleEvent } from './webhook.ts'

const BODY_LIMIT_BYTES = 512 * 1024

/**
 * Receives events from the payment provider. The signature covers the raw bytes, so nothing parses
 * them before it is checked.
 */
export function webhookRoutes(http: Http, ctx: AppContext) {
  void http.register(async (routes: Http) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) =>
        done(null, body),
    )
    routes.post(
      WEBHOOK_PATH,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        config: { access: 'machine' },
        schema: {
          summary: 'Events of the payment provider, signed; 2xx once stored and applied',
          response: { 200: z.object({ received: z.literal(true) }) },
        },
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const event = readSignedEvent(ctx, body, request.headers['stripe-signature'])
        await whileAt({ ...whatIsUnderWay(), event: event.id }, () =>
          countEvent(ctx, event, () => handleEvent(ctx, event)),
        )
        return { received: true as const }
      },
    )
  })
}
