import type { FastifyRequest } from 'fastify'
import type { Actor } from '#app/admin/server/audit/audit.ts'
import { insidersOf } from '#app/server/admission/insiders.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { Problem } from '#app/server/problem.ts'
import { readAdminToken } from './cookies.ts'
import type { AdminSessionRow } from './session.queries.ts'
import { actorOf, findAdminSession, touchAdminSession } from './session.ts'

/** By request: found by the guard before the body is read, and asked for again by the route. */
const found = new WeakMap<FastifyRequest, AdminSessionRow>()

/**
 * Refuses every route of the administrator to whoever is not logged in, before a byte of the body
 * is read.
 */
export function guardAdminRoutes(http: Http, ctx: AppContext): void {
  http.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.access === 'admin') await requireAdminSession(ctx, request)
  })
}

/** The administrator who is logged in, as the audit log names them; throws 401 `admin-required`. */
export async function requireAdmin(ctx: AppContext, request: FastifyRequest): Promise<Actor> {
  return actorOf(await requireAdminSession(ctx, request))
}

/** For what everybody may ask and the administrator is told more of. Prolongs no session. */
export async function isBackOfficeOpen(ctx: AppContext, request: FastifyRequest): Promise<boolean> {
  return (await findAdminSession(ctx, readAdminToken(ctx, request))) !== undefined
}

/** The session of whoever is logged in; throws 401 `admin-required`. */
export async function requireAdminSession(
  ctx: AppContext,
  request: FastifyRequest,
): Promise<AdminSessionRow> {
  const known = found.get(request)
  if (known) return known
  const session = await findAdminSession(ctx, readAdminToken(ctx, request))
  if (!session) throw new Problem(401, 'admin-required', 'Open the back office first.')
  // A page that refetches by itself, because others changed something, does not prolong it.
  if (request.headers['x-unprompted'] === undefined) await touchAdminSession(ctx, session)
  insidersOf(ctx.config).note(session.tokenHash)
  found.set(request, session)
  return session
}
