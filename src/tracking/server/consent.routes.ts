import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Consent,
  hasChosen,
  isGlobalPrivacyControl,
  readConsent,
  readGrant,
  storeDenial,
  storeGrant,
} from '#app/server/consent/consent.ts'
import { isWithdrawn } from '#app/server/consent/withdrawals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { ConsentRequest, ConsentState } from '#app/tracking/marketing-events.contract.ts'
import { deletePendingEvents, withdrawConsent } from './marketing-events.ts'
import { limitConsentChoices } from './report-limits.ts'

const SMALL_BYTES = 1024

export function consentRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/consent',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Whether this visitor has agreed to be measured for marketing',
        response: { 200: ConsentState },
      },
    },
    async (request, reply) => {
      const isDenied = hasChosen(request) || isGlobalPrivacyControl(request)
      const isGranted = await isStillGranted(request, reply)
      const marketing = isGranted ? 'granted' : isDenied ? 'denied' : 'unset'
      return { marketing, isGlobalPrivacyControl: isGlobalPrivacyControl(request) } as const
    },
  )

  http.put(
    '/api/consent',
    {
      bodyLimit: SMALL_BYTES,
      config: { access: 'everyone' },
      schema: {
        summary: 'Agrees to be measured for marketing, or withdraws it',
        body: ConsentRequest,
        response: { 200: ConsentState },
      },
    },
    async (request, reply) => {
      await limitConsentChoices(ctx, request.ip)
      const isGranted = request.body.marketing && mayBeGranted(request)
      if (isGranted) await storeGrant(ctx, request, reply)
      else {
        const grant = readGrant(request)
        if (grant) await withdraw(grant)
        storeDenial(ctx, reply)
      }
      return {
        marketing: isGranted ? 'granted' : 'denied',
        isGlobalPrivacyControl: isGlobalPrivacyControl(request),
      } as const
    },
  )

  /** Checks the consent on each request: one withdrawn in another browser ends here too. */
  async function isStillGranted(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const consent = readConsent(ctx, request)
    if (!consent) return false
    const isOver = await isWithdrawn(ctx.db, consent.consentId)
    if (isOver) storeDenial(ctx, reply)
    return !isOver
  }

  /** Without tracking nothing is delivered, so no withdrawal has to be recorded. */
  async function withdraw({ consentId }: Consent): Promise<void> {
    await ctx.db.transaction().execute(async (trx) => {
      if (ctx.config.tracking) await withdrawConsent(trx, ctx, consentId)
      else await deletePendingEvents(trx, consentId)
    })
  }

  /** Without tracking there is nothing to consent to. */
  function mayBeGranted(request: FastifyRequest): boolean {
    return ctx.config.tracking !== undefined && !isGlobalPrivacyControl(request)
  }
}
