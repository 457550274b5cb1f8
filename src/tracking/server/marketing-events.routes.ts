import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { readCheckoutCookie } from '#app/membership/server/checkout/ownership.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import { readAdClickIds } from '#app/server/consent/ad-click-ids.ts'
import { type Consent, readConsent } from '#app/server/consent/consent.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import {
  PurchaseTracked,
  TrackBridgePage,
  Tracked,
  TrackPageView,
  TrackPurchase,
} from '#app/tracking/marketing-events.contract.ts'
import { reportBridgePage, reportPageView, reportPurchase } from './reports.ts'

export function marketingEventsRoutes(http: Http, ctx: AppContext) {
  const route = { config: { access: 'everyone', requestClass: 'report' } as const }

  http.post(
    '/api/track-pageview',
    {
      ...route,
      schema: {
        summary: 'Tells marketing of a page that was seen, with the visitor’s agreement',
        body: TrackPageView,
        response: { 200: Tracked },
      },
    },
    async (request) => {
      const { event_id: eventId, url, user_data: sent = {} } = request.body
      const consent = consentOf(request)
      if (consent) await reportPageView(ctx, { ...by(request, sent), consent, eventId, url })
      return { success: true as const }
    },
  )

  http.post(
    '/api/track-bridge-page',
    {
      ...route,
      schema: {
        summary: 'The same of the page before the payment page',
        body: TrackBridgePage,
        response: { 200: Tracked },
      },
    },
    async (request) => {
      const { event_id: eventId, ...sent } = request.body
      const consent = consentOf(request)
      if (consent) await reportBridgePage(ctx, { ...by(request, sent), consent, eventId })
      return { success: true as const }
    },
  )

  http.post(
    '/api/track-purchase',
    {
      ...route,
      schema: {
        summary: 'What a page may say of a purchase, and whether it is the first to say it',
        body: TrackPurchase,
        response: { 200: PurchaseTracked },
      },
    },
    async (request) => {
      const { session_id: sessionId, event_source_url: sourceUrl, ...sent } = request.body
      return reportPurchase(ctx, {
        ...by(request, sent),
        sessionId,
        sourceUrl,
        consent: consentOf(request),
        bindingHash: readCheckoutCookie(ctx, request),
        userId: (await readViewer(ctx, request)).userId,
      })
    },
  )

  /** Bots cannot consent, whatever cookies they send. */
  function consentOf(request: FastifyRequest): Consent | undefined {
    const agent = request.headers['user-agent']
    return agent && !isbot(agent) ? readConsent(ctx, request) : undefined
  }
}

function by(request: FastifyRequest, sent: { fbp?: unknown; fbc?: unknown }) {
  return { adClickIds: readAdClickIds(request, sent), ip: request.ip }
}
