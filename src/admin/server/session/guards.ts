import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROOF_MS } from '#app/admin/administrators/administrators.facts.ts'
import { type Actor, adminRequired } from '#app/admin/server/audit/audit.ts'
import { insidersOf } from '#app/server/admission/insiders.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { forbidden } from '#app/server/problem.ts'
import { readAdminToken } from './cookies.ts'
import type { AdminSessionRow } from './session.queries.ts'
import { UPLOAD_TOUCH_MS } from './session.rules.ts'
import { actorOf, findAdminSession, touchAdminSession } from './session.ts'

/** By request: found by the guard before the body is read, and asked for again by the route. */
const found = new WeakMap<FastifyRequest, AdminSessionRow>()

/**
 * Refuses every route of the administrator to whoever is not logged in, before a byte of the body
 * is read.
 */
export function guardAdminRoutes(http: Http, ctx: AppContext): void {
  http.addHook('onRequest', async (request, reply) => {
    const { access, roles = [], ...more } = request.routeOptions.config ?? {}
    if (access !== 'admin') return
    const session = await requireAdminSession(ctx, request)
    if (session.isEmergency && !more.isForEmergency) {
      const words = 'The emergency door is for asking an owner in, and for nothing else.'
      throw forbidden('emergency-only', words)
    }
    if (session.role !== 'owner' && !roles.includes(session.role)) {
      throw forbidden('not-your-role', 'This is not for your role. Ask an owner.')
    }
    if (more.needsProof) requireProof(ctx, session)
    if (more.isUpload) keepOpenDuring(ctx, session, reply)
  })
}

/** Whoever uploads is there, however long it takes: what has been sent is not to end at a locked door. */
function keepOpenDuring(ctx: AppContext, session: AdminSessionRow, reply: FastifyReply): void {
  const timer = setInterval(() => {
    touchAdminSession(ctx, session).catch((error) =>
      ctx.log.warn({ err: error }, 'a session could not be kept open during an upload'),
    )
  }, UPLOAD_TOUCH_MS)
  timer.unref()
  reply.raw.once('close', () => clearInterval(timer))
}

/** Throws 403 `prove-again` where the second key was given too long ago. */
export function requireProof({ now }: Pick<AppContext, 'now'>, session: AdminSessionRow): void {
  if (isProven(session, now())) return
  throw forbidden('prove-again', 'Give your second key once more to go on.')
}

/** Whether the second factor, or the password where there is none, was given a short while ago. */
function isProven({ provedAt }: AdminSessionRow, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() <= PROOF_MS
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
  if (!session) throw adminRequired()
  // A page that refetches by itself, because others changed something, does not prolong it.
  if (request.headers['x-unprompted'] === undefined) await touchAdminSession(ctx, session)
  insidersOf(ctx.config).note(session.tokenHash)
  found.set(request, session)
  return session
}
