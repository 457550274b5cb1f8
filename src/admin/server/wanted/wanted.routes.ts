import { CURATORS } from '#app/admin/server/roles.ts'
import { PeopleWant } from '#app/admin/wanted.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readWanted } from './wanted.ts'

export function wantedRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/wanted',
    {
      config: CURATORS,
      schema: {
        summary:
          'What five people or more look for, follow or wear and do not find, and what feeds offer of it',
        response: { 200: PeopleWant },
      },
    },
    async () => readWanted(ctx),
  )
}
