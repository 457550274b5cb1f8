import { z } from 'zod'
import { ping } from '#app/db/engine.queries.ts'
import type { Http } from '#app/server/http/http.ts'
import type { AppContext } from './context.ts'
import { unavailable } from './problem.ts'

const Health = z.object({ status: z.literal('ok') })

/** A balancer that has nowhere else to send people to asks after the process alone. */
const ReadyQuery = z.object({ of: z.literal('process').optional() })

/**
 * `/healthz` answers while the process lives; `/readyz` while it may be sent traffic: also by its database,
 * unless it is asked `?of=process`.
 */
export function healthRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/healthz',
    { config: { access: 'everyone', requestClass: 'none' }, schema: { response: { 200: Health } } },
    async () => ({
      status: 'ok' as const,
    }),
  )

  http.get(
    '/readyz',
    {
      config: { access: 'everyone', requestClass: 'none' },
      schema: { querystring: ReadyQuery, response: { 200: Health } },
    },
    async (request) => {
      if (ctx.isDraining()) throw unavailable('The server is stopping.', 5)
      if (request.query.of !== 'process') await ping(ctx.db)
      return { status: 'ok' as const }
    },
  )
}
