import { OWNERS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import {
  ClaimParams,
  DecideClaim,
  GuaranteeDesk,
  GuaranteeDeskQuery,
} from '#app/guarantee/guarantee-desk.contract.ts'
import { readGuaranteeDesk } from '#app/guarantee/server/desk.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { decideClaimAsAdmin } from './guarantee.ts'

export function guaranteeDeskRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/guarantee',
    {
      config: OWNERS,
      schema: {
        summary: 'Claims and meters, and what the years that are ending could cost',
        querystring: GuaranteeDeskQuery,
        response: { 200: GuaranteeDesk },
      },
    },
    async (request) => readGuaranteeDesk(ctx, request.query),
  )

  http.post(
    '/api/admin/guarantee/:guaranteeId/decision',
    {
      config: { ...OWNERS, needsProof: true },
      schema: {
        summary:
          'Pays a claim that is refused, waits, is held or could not be paid; or refuses one that waits',
        params: ClaimParams,
        querystring: GuaranteeDeskQuery,
        body: DecideClaim,
        response: { 200: GuaranteeDesk },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      await decideClaimAsAdmin(ctx, actor, { ...request.params, ...request.body })
      return readGuaranteeDesk(ctx, request.query)
    },
  )
}
