import { Credentials, SignedOut, User } from '#app/accounts/accounts.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http.ts'
import {
  clearSessionCookie,
  readDeviceToken,
  readSessionToken,
  setSessionCookies,
} from '#app/server/session-cookie.ts'
import { requireUser, signIn, signOut } from './accounts.ts'

export function accountsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/user',
    { schema: { summary: 'Who is signed in; 401 for nobody', response: { 200: User } } },
    (request) => requireUser(ctx, request),
  )

  http.post(
    '/api/login',
    {
      schema: {
        summary: 'Signs in: sets the session cookie; 429 after too many wrong passwords',
        body: Credentials,
        response: { 200: User },
      },
    },
    async (request, reply) => {
      const { user, ...tokens } = await signIn(ctx, {
        ...request.body,
        ip: request.ip,
        deviceToken: readDeviceToken(ctx, request),
        sessionToken: readSessionToken(ctx, request),
      })
      setSessionCookies(ctx, reply, tokens)
      return user
    },
  )

  http.post(
    '/api/logout',
    { schema: { summary: 'Ends the session; harmless without one', response: { 200: SignedOut } } },
    async (request, reply) => {
      await signOut(ctx, readSessionToken(ctx, request))
      clearSessionCookie(ctx, reply)
      return { success: true as const }
    },
  )
}
