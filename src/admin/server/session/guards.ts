import type { FastifyRequest } from 'fastify'
import type { Actor } from '#app/admin/server/audit/audit.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { Problem } from '#app/server/problem.ts'
import { readAdminToken } from './cookies.ts'
import type { AdminSessionRow } from './session.queries.ts'
import { actorOf, findAdminSession, keepAdminSession } from './session.ts'

/** Found by the guard before the body is read, and asked for again by the route itself. */
const found = new WeakMap<FastifyRequest, AdminSessionRow>()

/**
 * Refuses every route that is for the administrator to whoever has not opened the back office,
 * before a byte of the body is read.
 */
export function guardAdminRoutes(http: Http, ctx: AppContext): void {
  http.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.access === 'admin') await requireAdminSession(ctx, request)
  })
}

/** Whoever has opened the back office in this browser; throws 401 `admin-required` otherwise. */
export async function requireAdmin(ctx: AppContext, request: FastifyRequest): Promise<Actor> {
  return actorOf(await requireAdminSession(ctx, request))
}

/** The same, whole. */
export async function requireAdminSession(
  ctx: AppContext,
  request: FastifyRequest,
): Promise<AdminSessionRow> {
  const known = found.get(request)
  if (known) return known
  const session = await findAdminSession(ctx, readAdminToken(ctx, request))
  if (!session) throw new Problem(401, 'admin-required', 'Open the back office first.')
  // A page that reads again by itself, because others have changed something, is no use of it.
  if (request.headers['x-unprompted'] === undefined) await keepAdminSession(ctx, session)
  found.set(request, session)
  return session
}
