import { checkNow } from '#app/checks/server/checks.ts'
import type { Trx } from '#app/db/database.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { setSaidGone } from '#app/deals/server/life/said-gone.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { NewReport, OwnReports, Reported } from '#app/reports/reports.contract.ts'
import {
  MOST_REPORTS_A_DAY,
  REPORT_KEPT_MS,
  SAY_GONE,
  SAY_GONE_WITHIN_MS,
} from '#app/reports/reports.facts.ts'
import { isSwitchedOff } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest, forbidden, Problem, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import {
  countSayingGone,
  deleteReportsBefore,
  findOwnReports,
  insertReport,
  lockReportsOf,
} from './reports.queries.ts'

type SignedIn = Exclude<Viewer, { class: 'visitor' }>

/**
 * Takes a report on a deal that the person may open: repeating a kind on the same day changes nothing, and a
 * new one queues a check of the shop’s page. When two members report within a day that it is gone, everybody
 * is told so until somebody has looked. Throws 404, 403 for a locked deal, 409 for an ended one, 400 for a
 * size that the deal never had, and 429 after too many reports in a day.
 */
export async function takeReport(
  ctx: AppContext,
  catalogue: Catalogue,
  { viewer, dealId, report }: { viewer: SignedIn; dealId: string; report: NewReport },
): Promise<Reported> {
  const { userId } = viewer
  const deal = await catalogue.readDeal(viewer, dealId)
  refuseWhatCannotBe(deal, report)
  await limitReports(ctx, userId)
  const now = ctx.now()
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    await lockReportsOf(trx, [dealId])
    const isNew = await insertReport(trx, {
      ...detailsOf(report),
      dealId,
      userId,
      kind: report.kind,
      shownCents: deal.salePrice === null ? null : Math.round(deal.salePrice * 100),
      // Reports by non-members are looked into, but change nothing by themselves.
      isEvidence: viewer.class === 'member',
      reportedAt: now,
      reportedOn: businessDay(now),
    })
    if (!isNew) return false
    const since = new Date(now.getTime() - SAY_GONE_WITHIN_MS)
    const membersSayGone = await countSayingGone(trx, dealId, since)
    await checkNow(trx, ctx, dealId, 'report', { membersSayGone })
    if (membersSayGone >= SAY_GONE) await setSaidGone(trx, [dealId], now)
    return true
  })
  return { isNew, ...(await listOwnReports(ctx, { userId, dealId })) }
}

function refuseWhatCannotBe(deal: Deal, report: NewReport) {
  if (!deal.isAccessible) throw forbidden('members-only', 'This deal is for members.')
  if (deal.state === 'ended') {
    throw new Problem(409, 'deal-ended', 'This deal has ended: we know. Thank you for looking.')
  }
  if (report.kind === 'size' && deal.sizes.length > 0 && !deal.sizes.includes(report.size)) {
    throw badRequest('The size must be one of those of the deal.', {
      size: 'must be one of those of the deal',
    })
  }
}

function detailsOf(report: NewReport) {
  switch (report.kind) {
    case 'price':
      return { seenCents: Math.round(report.seenPrice * 100) }
    case 'size':
      return { size: report.size }
    case 'other':
      return { words: report.words }
    default:
      return {}
  }
}

async function limitReports(ctx: AppContext, userId: string): Promise<void> {
  const verdict = await createThrottle(ctx, {
    name: 'reports',
    limit: MOST_REPORTS_A_DAY,
    windowSeconds: DAY_MS / 1000,
  }).consume(userId)
  if (verdict.isAllowed) return
  throw tooManyRequests('You have told us a lot today. Thank you.', verdict.waitSeconds)
}

/** More reports than one person makes on one deal. */
const MOST_OWN = 20

/** Returns a person's reports on a deal, with their outcomes, newest first. */
export async function listOwnReports(
  ctx: Pick<AppContext, 'db' | 'now'>,
  whose: { userId: string; dealId: string },
): Promise<OwnReports> {
  const [rows, areChecksPaused] = await Promise.all([
    findOwnReports(ctx.db, { ...whose, limit: MOST_OWN }),
    isSwitchedOff(ctx, 'price-checks'),
  ])
  const today = businessDay(ctx.now())
  return {
    reports: rows.map(({ kind, reportedAt, reportedOn, outcome }) => ({
      kind,
      reportedAt: reportedAt.toISOString(),
      isOfToday: reportedOn === today,
      outcome: outcome as OwnReports['reports'][number]['outcome'],
    })),
    areChecksPaused,
  }
}

export async function purgeOldReports(ctx: AppContext): Promise<void> {
  await deleteReportsBefore(ctx.db, new Date(ctx.now().getTime() - REPORT_KEPT_MS))
}

/** Inserts reports made in the past, such as those of the demo. */
export async function addReports(
  trx: Trx,
  reports: Array<Parameters<typeof insertReport>[1]>,
): Promise<void> {
  for (const report of reports) await insertReport(trx, report)
}
