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

/** Sessions by request: the guard finds one before the body is read, and the route asks for it again. */
const found = new WeakMap<FastifyRequest, AdminSessionRow>()

/** Guards all administrator routes: refuses requests without a session before a byte of the body is read. */
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

/** An upload counts as activity however long it takes, so that the session does not expire before it ends. */
function keepOpenDuring(ctx: AppContext, session: AdminSessionRow, reply: FastifyReply): void {
  const timer = setInterval(() => {
    touchAdminSession(ctx, session).catch((error) =>
      ctx.log.warn({ err: error }, 'a session could not be kept open during an upload'),
    )
  }, UPLOAD_TOUCH_MS)
  timer.unref()
  reply.raw.once('close', () => clearInterval(timer))
}

/** Throws 403 `prove-again` if the second factor was given too long ago. */
export function requireProof({ now }: Pick<AppContext, 'now'>, session: AdminSessionRow): void {
  if (isProven(session, now())) return
  throw forbidden('prove-again', 'Give your second key once more to go on.')
}

/** Whether the second factor, or the password where there is none, was given recently. */
function isProven({ provedAt }: AdminSessionRow, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() <= PROOF_MS
}

/** Returns the logged-in administrator, as the audit log names them. Throws 401 `admin-required`. */
export async function requireAdmin(ctx: AppContext, request: FastifyRequest): Promise<Actor> {
  return actorOf(await requireAdminSession(ctx, request))
}

/** For public routes that tell administrators more. Does not prolong the session. */
export async function isBackOfficeOpen(ctx: AppContext, request: FastifyRequest): Promise<boolean> {
  return (await findAdminSession(ctx, readAdminToken(ctx, request))) !== undefined
}

/** Returns the session of the logged-in administrator. Throws 401 `admin-required`. */
export async function requireAdminSession(
  ctx: AppContext,
  request: FastifyRequest,
): Promise<AdminSessionRow> {
  const known = found.get(request)
  if (known) return known
  const session = await findAdminSession(ctx, readAdminToken(ctx, request))
  if (!session) throw adminRequired()
  // A page that refetches by itself, because others changed something, does not prolong the session.
  if (request.headers['x-unprompted'] === undefined) await touchAdminSession(ctx, session)
  insidersOf(ctx.config).note(session.tokenHash)
  found.set(request, session)
  return session
}
