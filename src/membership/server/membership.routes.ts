import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import { Subscription } from '#app/membership/membership.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readSubscription } from './membership.ts'

export function membershipRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/subscription',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The subscription of whoever is signed in',
        response: { 200: Subscription },
      },
    },
    async (request) => readSubscription(ctx, (await requireUser(ctx, request)).id),
  )
}
