import type { Catalogue } from '#app/deals/server/deals.ts'
import { CountedClaims } from '#app/marketing/claims.contract.ts'
import { FrontPage } from '#app/marketing/marketing.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readClaims } from './claims.ts'
import { readFrontPage } from './marketing.ts'

export function marketingRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  http.get(
    '/api/front-page',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'What people say of the club, and the brands whose names are drawn',
        response: { 200: FrontPage },
      },
    },
    async () => readFrontPage(ctx, catalogue),
  )

  http.get(
    '/api/claims',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Every figure of our pages: what is counted, how, since when, and what it is now',
        response: { 200: CountedClaims },
      },
    },
    async () => readClaims(ctx, catalogue),
  )
}
