import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import { Guarantee } from '#app/guarantee/guarantee.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { claimYear } from './claims.ts'
import { readGuarantee } from './guarantee.ts'

export function guaranteeRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/guarantee',
    {
      config: { access: 'user' },
      schema: {
        summary: 'How the guarantee of somebody’s first year stands, member or not',
        response: { 200: Guarantee },
      },
    },
    async (request) => {
      const { id } = await requireUser(ctx, request)
      return readGuarantee(ctx, id)
    },
  )

  http.post(
    '/api/guarantee/claim',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: {
        summary: 'Asks for the year’s fee back; harmless when it has been asked for',
        response: { 200: Guarantee },
      },
    },
    async (request) => {
      const { id } = await requireUser(ctx, request)
      await claimYear(ctx, id)
      return readGuarantee(ctx, id)
    },
  )
}
