import { DealParams, DealWithLink } from '#app/deals/deals.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import { isGlobalPrivacyControl } from '#app/server/consent/consent.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { networkOf } from '#app/server/network.ts'
import { LogEvent, Logged, TrackQuery } from '#app/tracking/tracking.contract.ts'
import { describeRequest } from './asked.ts'
import { recordEvent, redirectToRetailer } from './tracking.ts'

export function trackingRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  http.get(
    '/api/track/deal/:dealId',
    {
      config: { access: 'everyone', requestClass: 'outbound' },
      schema: {
        summary: 'The outbound redirect to the retailer; asking counts as a click',
        params: DealParams,
        querystring: TrackQuery,
        response: { 200: DealWithLink },
      },
    },
    async (request) =>
      redirectToRetailer(ctx, catalogue, {
        viewer: readViewer(ctx, request),
        dealId: request.params.dealId,
        clickType: request.query.click_type,
        isGlobalPrivacyControl: isGlobalPrivacyControl(request),
        ...describeRequest(request),
      }),
  )

  http.post(
    '/api/log-event',
    {
      config: { access: 'everyone', requestClass: 'report' },
      schema: {
        summary: 'Reports what happened on a page',
        body: LogEvent,
        response: { 200: Logged },
      },
    },
    async (request) => {
      const { userId } = await readViewer(ctx, request)
      await recordEvent(ctx, { event: request.body, userId, network: networkOf(request.ip) })
      return { success: true as const }
    },
  )
}
