import type { FastifyRequest } from 'fastify'
import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import { clearCheckoutCookie } from '#app/membership/server/checkout/ownership.ts'
import {
  AccountDeleted,
  AccountDeletion,
  PersonalData,
  PersonalDataCounts,
} from '#app/privacy/privacy.contract.ts'
import { storeDenial } from '#app/server/consent/consent.ts'
import type { AppContext } from '#app/server/context.ts'
import { requireCsrfToken } from '#app/server/http/csrf.ts'
import type { Http } from '#app/server/http/http.ts'
import { clearPendingSessionIfSet } from '#app/server/http/pending-session-cookie.ts'
import {
  clearDeviceCookie,
  clearSessionCookie,
  readDeviceToken,
} from '#app/server/http/session-cookie.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findOwnConsentId } from '#app/tracking/server/personal-data.ts'
import { deleteAccount } from './delete-account.ts'
import { countPersonalData, exportPersonalData, type Person } from './privacy.ts'

/** An export reads everything at once, and nobody needs it often. */
const DOWNLOADS_AN_HOUR = 20

export function privacyRoutes(http: Http, ctx: AppContext) {
  const throttle = createThrottle(ctx, {
    name: 'own-data',
    limit: DOWNLOADS_AN_HOUR,
    windowSeconds: 60 * 60,
  })

  async function asking(request: FastifyRequest): Promise<Person> {
    const user = await requireUser(ctx, request)
    return { ...user, consentId: await findOwnConsentId(ctx, request, user.id) }
  }

  http.get(
    '/api/privacy',
    {
      config: { access: 'user' },
      schema: {
        summary: 'What is kept about whoever is signed in, as numbers',
        response: { 200: PersonalDataCounts },
      },
    },
    async (request) => countPersonalData(ctx, await asking(request)),
  )

  http.get(
    '/api/privacy/download',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Everything that is kept about whoever is signed in, as a file',
        response: { 200: PersonalData },
      },
    },
    async (request, reply) => {
      const user = await asking(request)
      const verdict = await throttle.consume(user.id)
      if (!verdict.isAllowed) {
        throw tooManyRequests('You have downloaded this very often.', verdict.waitSeconds)
      }
      const data = await exportPersonalData(ctx, user)
      const name = `nouveau-data-${businessDay(ctx.now())}.json`
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .serializer((known: unknown) => JSON.stringify(known, null, 2))
        .send(data)
    },
  )

  http.delete(
    '/api/account',
    {
      config: { access: 'user', needsToken: true },
      schema: {
        summary: 'Ends the membership and deletes the account; needs the token of /api/csrf-token',
        body: AccountDeletion,
        response: { 200: AccountDeleted },
      },
    },
    async (request, reply) => {
      requireCsrfToken(ctx, request)
      const user = await asking(request)
      await deleteAccount(ctx, {
        user,
        password: request.body.password,
        ip: request.ip,
        deviceToken: readDeviceToken(ctx, request),
      })
      clearSessionCookie(ctx, reply)
      clearDeviceCookie(ctx, reply)
      clearPendingSessionIfSet(ctx, request, reply)
      await clearCheckoutCookie(ctx, { request, reply })
      // The consent of another person who shares this browser stays.
      if (user.consentId) storeDenial(ctx, reply)
      return { success: true as const }
    },
  )
}
