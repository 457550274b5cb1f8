import { Morning } from '#app/admin/editions/this-morning.contract.ts'
import { CURATORS_AND_ANALYSTS } from '#app/admin/server/roles.ts'
import { requireAdminSession } from '#app/admin/server/session/guards.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readThisMorning } from './morning.ts'

export function thisMorningRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/this-morning',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: {
        summary: 'What waits for whoever opens the back office, each with its number',
        response: { 200: Morning },
      },
    },
    async (request) => readThisMorning(ctx, (await requireAdminSession(ctx, request)).role),
  )
}
