import { type AdClickIds, measuredAddress } from '#app/server/consent/ad-click-ids.ts'
import type { Consent } from '#app/server/consent/consent.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest } from '#app/server/problem.ts'
import { paths } from '#app/shared/paths.ts'
import { queueMarketingEvent } from './marketing.ts'
import { countReport } from './marketing-throttle.ts'

const BRIDGE_PAGE = paths.joinNow()

type Report = { eventId: string; consent: Consent; marks: AdClickIds; ip: string }

/** Tells that somebody who agreed to it has seen a page; throws 400 unless it is a measured one. */
export async function reportPageView(
  ctx: AppContext,
  { url, ...report }: Report & { url: string },
): Promise<void> {
  const sourceUrl = measuredAddress(ctx, url)
  if (!sourceUrl) throw badRequest('This page is not measured.', { url: 'is not measured' })
  await keepReport(ctx, { ...report, eventName: 'PageView', sourceUrl })
}

/** The same of the page that lies between an advertisement and the payment page. */
export async function reportBridgePage(ctx: AppContext, report: Report): Promise<void> {
  const sourceUrl = ctx.config.http.publicUrl + BRIDGE_PAGE
  await keepReport(ctx, { ...report, eventName: 'BridgePageViewed', sourceUrl })
}

async function keepReport(
  ctx: AppContext,
  report: Report & { eventName: 'PageView' | 'BridgePageViewed'; sourceUrl: string },
): Promise<void> {
  const { eventName, eventId, sourceUrl, consent, marks, ip } = report
  await countReport(ctx, ip)
  await ctx.db.transaction().execute((trx) =>
    queueMarketingEvent(trx, ctx, {
      eventName,
      eventId,
      happenedAt: ctx.now(),
      sourceUrl,
      ...consent,
      marks,
    }),
  )
}
