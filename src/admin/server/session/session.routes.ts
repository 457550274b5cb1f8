import {
  AdminCredentials,
  AdminName,
  AdminSession,
} from '#app/admin/administrators/admin-session.contract.ts'
import { CLOSED_ADMIN_SESSION } from '#app/admin/administrators/admin-session.facts.ts'
import {
  hasAdministrators,
  hasOwner,
} from '#app/admin/server/administrators/administrators.queries.ts'
import { CURATORS_AND_ANALYSTS } from '#app/admin/server/roles.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { networkOf } from '#app/server/network.ts'
import { browserOf } from './browser.ts'
import {
  clearAdminCookie,
  readAdminDevice,
  readAdminToken,
  setAdminCookie,
  setAdminDeviceCookie,
} from './cookies.ts'
import { requireAdminSession } from './guards.ts'
import { type AdminSessionRow, findAdminPasswordHash } from './session.queries.ts'
import { expiryOf, findAdminSession, logInAdmin, logOutAdmin, renameAdmin } from './session.ts'

/** Returns what the browser may know about its session. */
export function serializeAdminSession(ctx: AppContext, session: AdminSessionRow): AdminSession {
  const { name, label, role, isEmergency, administratorId } = session
  return {
    isOpen: true,
    name,
    label,
    role,
    isEmergency,
    hasAccount: administratorId !== null,
    endsAt: expiryOf(session).toISOString(),
    hasDevTools: ctx.config.devTools && role === 'owner' && !isEmergency,
    door: 'password',
  }
}

/** Says by what means the back office can be opened. */
async function readClosed({ db }: AppContext): Promise<AdminSession> {
  const door = (await hasOwner(db))
    ? 'account'
    : (await hasAdministrators(db))
      ? 'either'
      : 'password'
  return { ...CLOSED_ADMIN_SESSION, door }
}

export function adminSessionRoutes(http: Http, ctx: AppContext) {
  const serialize = (session: AdminSessionRow) => serializeAdminSession(ctx, session)

  http.get(
    '/api/admin/session',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Whether the back office is open in this browser; asking does not prolong it',
        response: { 200: AdminSession },
      },
    },
    async (request) => {
      const session = await findAdminSession(ctx, readAdminToken(ctx, request))
      return session ? serialize(session) : readClosed(ctx)
    },
  )

  http.post(
    '/api/admin/session',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Opens the back office: sets its cookie; 429 after too many wrong passwords',
        body: AdminCredentials,
        response: { 200: AdminSession },
      },
    },
    async (request, reply) => {
      const passwordHash = await findAdminPasswordHash(ctx.db)
      const { token, session } = await logInAdmin(ctx, {
        password: request.body.password,
        name: request.body.name ?? '',
        network: networkOf(request.ip),
        passwordHash,
        device: readAdminDevice(ctx, request, passwordHash),
        token: readAdminToken(ctx, request),
        browser: browserOf(request),
      })
      setAdminCookie(ctx, reply, token)
      setAdminDeviceCookie(ctx, reply, passwordHash ?? '')
      return serialize(session)
    },
  )

  http.patch(
    '/api/admin/session',
    {
      config: { ...CURATORS_AND_ANALYSTS, isForEmergency: true },
      schema: {
        summary: 'Says who is there, for the audit log',
        body: AdminName,
        response: { 200: AdminSession },
      },
    },
    async (request) => {
      const session = await requireAdminSession(ctx, request)
      return serialize(await renameAdmin(ctx, session, request.body.name))
    },
  )

  http.delete(
    '/api/admin/session',
    {
      config: { ...CURATORS_AND_ANALYSTS, isForEmergency: true },
      schema: { summary: 'Locks the back office again', response: { 200: AdminSession } },
    },
    async (request, reply) => {
      await logOutAdmin(ctx, await requireAdminSession(ctx, request))
      clearAdminCookie(ctx, reply)
      return readClosed(ctx)
    },
  )
}
