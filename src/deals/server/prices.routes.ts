import { DealParams } from '#app/deals/deals.contract.ts'
import { Checked, CheckedQuery, PriceHistory } from '#app/deals/prices/prices.contract.ts'
import { findPublishedDeal } from '#app/deals/server/feed/feed.queries.ts'
import { serializeHistory } from '#app/deals/server/prices/history.ts'
import { findLooksAtPublished } from '#app/deals/server/prices/observing.queries.ts'
import { findHistory } from '#app/deals/server/prices/observing.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import { isSwitchedOff } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { forbidden, notFound } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { isId } from '#app/shared/ids.ts'

export function pricesRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/deals/:dealId/prices',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'What a deal cost over time, and what its price before rests on',
        params: DealParams,
        response: { 200: PriceHistory },
      },
    },
    async (request) => {
      const { dealId } = request.params
      const [viewer, deal] = await Promise.all([
        readViewer(ctx, request),
        isId(dealId) ? findPublishedDeal(ctx.db, dealId) : undefined,
      ])
      if (!deal) throw notFound('deal')
      const history = await findHistory(ctx.db, dealId)
      return serializeHistory(history, deal, { viewer, today: businessDay(ctx.now()) })
    },
  )

  http.get(
    '/api/deals/checked',
    {
      config: { access: 'user' },
      schema: {
        summary: 'For members: when somebody last looked at what these deals cost',
        querystring: CheckedQuery,
        response: { 200: Checked },
      },
    },
    async (request) => {
      const viewer = await readViewer(ctx, request)
      if (viewer.class !== 'member') {
        throw forbidden('members-only', 'When prices were checked is for members.')
      }
      const { ids } = request.query
      const [looks, areChecksPaused] = await Promise.all([
        ids.length > 0 ? findLooksAtPublished(ctx.db, ids) : [],
        isSwitchedOff(ctx, 'price-checks'),
      ])
      return {
        checked: Object.fromEntries(
          looks.map(({ dealId, lookedAt }) => [dealId, lookedAt.toISOString()]),
        ),
        areChecksPaused,
      }
    },
  )
}
