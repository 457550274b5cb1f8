import { markPurchaseReported } from '#app/membership/server/checkout/purchases.queries.ts'
import {
  findOwnPurchase,
  type Purchase,
  readPurchase,
} from '#app/membership/server/checkout/purchases.ts'
import { type AdClickIds, measuredAddress } from '#app/server/consent/ad-click-ids.ts'
import type { Consent } from '#app/server/consent/consent.ts'
import { holdAgreement } from '#app/server/consent/consent-withdrawals.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs.ts'
import { paths } from '#app/shared/paths.ts'
import type { PurchaseTracked } from '#app/tracking/marketing.contract.ts'
import { queueMarketingEvent } from './marketing.ts'
import type { Happening } from './marketing-payload.ts'
import { countPurchase } from './marketing-throttle.ts'

/** Past it no service takes a purchase, and who comes back to its page by then tells no news. */
const NEWS_FOR_MS = 7 * 24 * 60 * 60 * 1000
/** Where the buyer's browser is when it does not say: the page that follows on a payment. */
const PAGE_AFTER = paths.dailyDeals()

type Report = {
  sessionId: string
  bindingHash: string | undefined
  userId: string | undefined
  /** Undefined without the visitor's agreement: then the page is told, and nobody else. */
  consent: Consent | undefined
  marks: AdClickIds
  sourceUrl: string | undefined
  ip: string
}

/**
 * What a page may say of a purchase, and whether it is the first to say it: once for all tabs,
 * reloads and processes. Everybody whose purchase it is not gets the one same answer.
 */
export async function reportPurchase(ctx: AppContext, report: Report): Promise<PurchaseTracked> {
  await countPurchase(ctx, report.ip)
  const purchase = await findOwnPurchase(ctx, report)
  if (!purchase) return { success: false, error: 'There is no such purchase.' }
  const { consent, marks } = report
  const isToBeTold = consent !== undefined && isNews(ctx, purchase)
  const isFirst = isToBeTold && (await tellOnce(ctx, purchase, { ...report, consent, marks }))
  const { eventId, valueCents, currency, plan } = purchase
  return {
    success: true,
    data: { event_id: eventId, value: valueCents / 100, currency, plan, isFirst },
  }
}

async function tellOnce(
  ctx: AppContext,
  purchase: Purchase,
  { consent, marks, sourceUrl }: { consent: Consent } & Pick<Report, 'marks' | 'sourceUrl'>,
): Promise<boolean> {
  const { checkoutId } = purchase
  return ctx.db.transaction().execute(async (trx) => {
    // A withdrawn one tells nobody, and leaves the report to an agreement that holds.
    if (!(await holdAgreement(trx, consent.consentId))) return false
    const isFirst = await markPurchaseReported(trx, { checkoutId, now: ctx.now() })
    const happening = { ...consent, marks, sourceUrl: measuredAddress(ctx, sourceUrl) }
    if (isFirst) await queueMarketingEvent(trx, ctx, told(ctx, purchase, happening))
    return isFirst
  })
}

/** Tells of a purchase whose buyer need not come back from the payment page. */
export const purchaseQueue: Queue = {
  atOnce: 5,
  longestSeconds: 60,
  work: async (ctx, { checkoutId }: { checkoutId: string }) => {
    const purchase = await readPurchase(ctx, checkoutId)
    // Without marks the agreement was withdrawn meanwhile.
    if (!purchase?.adClickIds || !isNews(ctx, purchase)) return
    const { consentId, sourceUrl, ...marks } = purchase.adClickIds
    const happening = told(ctx, purchase, { consentId, marks, sourceUrl: sourceUrl ?? undefined })
    await ctx.db.transaction().execute((trx) => queueMarketingEvent(trx, ctx, happening))
  },
}

/** The same event, whoever of the two is the first to tell of it. */
function told(
  { config }: AppContext,
  { eventId, completedAt, valueCents, currency }: Purchase,
  { consentId, marks, sourceUrl }: Consent & { marks: AdClickIds; sourceUrl: string | undefined },
): Happening {
  return {
    eventName: 'Purchase',
    eventId,
    happenedAt: completedAt,
    sourceUrl: sourceUrl ?? config.http.publicUrl + PAGE_AFTER,
    consentId,
    marks,
    purchase: { valueCents, currency },
  }
}

function isNews({ now }: AppContext, { completedAt }: Purchase): boolean {
  return now().getTime() - completedAt.getTime() < NEWS_FOR_MS
}
