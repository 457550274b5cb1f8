import { markPurchaseReported } from '#app/membership/server/checkout/purchases.queries.ts'
import {
  findOwnPurchase,
  type Purchase,
  readPurchase,
} from '#app/membership/server/checkout/purchases.ts'
import { type AdClickIds, measuredPageUrl } from '#app/server/consent/ad-click-ids.ts'
import type { Consent } from '#app/server/consent/consent.ts'
import { holdConsent } from '#app/server/consent/withdrawals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { badRequest } from '#app/server/problem.ts'
import { paths } from '#app/shared/paths.ts'
import type { PurchaseTracked } from '#app/tracking/marketing-events.contract.ts'
import { MARKETING_EVENT_DELIVERABLE_MS } from '#app/tracking/tracking.facts.ts'
import { type MarketingEvent, queueMarketingEvent } from './marketing-events.ts'
import { limitPageReports, limitPurchaseReports } from './report-limits.ts'

/** The default page of a purchase: the one that follows the payment. */
const PAGE_AFTER_PURCHASE = paths.dailyDeals()
/** The page between an advertisement and the payment page. */
const BRIDGE_PAGE = paths.joinNow()

type PageReport = { eventId: string; consent: Consent; adClickIds: AdClickIds; ip: string }

/** Reports a page view with consent; throws 400 if the page is not measured. */
export async function reportPageView(
  ctx: AppContext,
  { url, ...report }: PageReport & { url: string },
): Promise<void> {
  const sourceUrl = measuredPageUrl(ctx, url)
  if (!sourceUrl) throw badRequest('This page is not measured.', { url: 'is not measured' })
  await reportPage(ctx, { ...report, eventName: 'PageView', sourceUrl })
}

export async function reportBridgePage(ctx: AppContext, report: PageReport): Promise<void> {
  const sourceUrl = ctx.config.http.publicUrl + BRIDGE_PAGE
  await reportPage(ctx, { ...report, eventName: 'BridgePageViewed', sourceUrl })
}

async function reportPage(
  ctx: AppContext,
  report: PageReport & { eventName: 'PageView' | 'BridgePageViewed'; sourceUrl: string },
): Promise<void> {
  const { consent, ip, ...event } = report
  await limitPageReports(ctx, ip)
  await ctx.db
    .transaction()
    .execute((trx) =>
      queueMarketingEvent(trx, ctx, { ...event, ...consent, happenedAt: ctx.now() }),
    )
}

type PurchaseReport = {
  sessionId: string
  bindingHash: string | undefined
  userId: string | undefined
  /** Undefined without consent: then only the page gets the purchase, and nobody else. */
  consent: Consent | undefined
  adClickIds: AdClickIds
  sourceUrl: string | undefined
  ip: string
}

/**
 * Returns what a page may report of a purchase, and whether it is the first to do so across tabs, reloads and
 * processes. Anything but the visitor's own purchase gets the same answer.
 */
export async function reportPurchase(
  ctx: AppContext,
  report: PurchaseReport,
): Promise<PurchaseTracked> {
  await limitPurchaseReports(ctx, report.ip)
  const purchase = await findOwnPurchase(ctx, report)
  if (!purchase) return { success: false, error: 'There is no such purchase.' }
  const { consent } = report
  const isFirst =
    consent !== undefined &&
    isReportable(ctx, purchase) &&
    (await reportOnce(ctx, purchase, { ...report, consent }))
  const { eventId, valueCents, currency, plan } = purchase
  return {
    success: true,
    data: { event_id: eventId, value: valueCents / 100, currency, plan, isFirst },
  }
}

async function reportOnce(
  ctx: AppContext,
  purchase: Purchase,
  { consent, adClickIds, sourceUrl }: PurchaseReport & { consent: Consent },
): Promise<boolean> {
  const { checkoutId } = purchase
  return ctx.db.transaction().execute(async (trx) => {
    // Nothing is reported under a withdrawn consent; the report is left to a valid one.
    if (!(await holdConsent(trx, consent.consentId))) return false
    const isFirst = await markPurchaseReported(trx, { checkoutId, now: ctx.now() })
    const context = { ...consent, adClickIds, sourceUrl: measuredPageUrl(ctx, sourceUrl) }
    if (isFirst) await queueMarketingEvent(trx, ctx, purchaseEvent(ctx, purchase, context))
    return isFirst
  })
}

/** Reports a purchase even if the buyer does not return from the payment page. */
export const purchaseQueue: Queue = {
  atOnce: 5,
  longestSeconds: 60,
  work: async (ctx, { checkoutId }: { checkoutId: string }) => {
    const purchase = await readPurchase(ctx, checkoutId)
    // The ad click ids are cleared if the consent is withdrawn meanwhile.
    if (!purchase?.adClickIds || !isReportable(ctx, purchase)) return
    const { consentId, sourceUrl, ...adClickIds } = purchase.adClickIds
    const context = { consentId, adClickIds, sourceUrl: sourceUrl ?? undefined }
    const event = purchaseEvent(ctx, purchase, context)
    await ctx.db.transaction().execute((trx) => queueMarketingEvent(trx, ctx, event))
  },
}

type Context = Consent & { adClickIds: AdClickIds; sourceUrl: string | undefined }

/** Builds the same event whether the page or the queue reports it first. */
function purchaseEvent(
  { config }: AppContext,
  { eventId, completedAt, valueCents, currency }: Purchase,
  { sourceUrl, ...context }: Context,
): MarketingEvent {
  return {
    ...context,
    eventName: 'Purchase',
    eventId,
    happenedAt: completedAt,
    sourceUrl: sourceUrl ?? config.http.publicUrl + PAGE_AFTER_PURCHASE,
    purchase: { valueCents, currency },
  }
}

function isReportable({ now }: AppContext, { completedAt }: Purchase): boolean {
  return now().getTime() - completedAt.getTime() < MARKETING_EVENT_DELIVERABLE_MS
}
