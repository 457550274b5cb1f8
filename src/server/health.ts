import { z } from 'zod'
import { ping } from '#app/db/engine.queries.ts'
import type { Http } from '#app/server/http/http.ts'
import type { AppContext } from './context.ts'
import { unavailable } from './problem.ts'

const Health = z.object({ status: z.literal('ok') })

/** For a balancer without another server: readiness of the process alone, without the database. */
const ReadyQuery = z.object({ of: z.literal('process').optional() })

/**
 * `/healthz` answers while the process lives; `/readyz` while it may get traffic, which includes its database unless
 * asked `?of=process`.
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
