import { findLastChecks } from '#app/checks/server/checks.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { findHistory } from '#app/deals/server/prices/observing.ts'
import {
  ANSWERED_LATELY_MS,
  CASES_ON_A_PAGE,
  MOST_OF_A_CASE,
  type ReportOutcome,
} from '#app/reports/reports.facts.ts'
import type { CaseEvidence, ReportsDesk, ToldReport } from '#app/reports/reports-desk.contract.ts'
import type { ReadContext } from '#app/server/context.ts'
import { notFound } from '#app/server/problem.ts'
import { isId } from '#app/shared/ids.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { countCases, findAnswerTimes, findCases, findTold } from './desk.queries.ts'

/** Most earlier reports and prices shown for one deal. */
const MOST_EARLIER = 20
const MOST_PRICES = 30

/** Returns the reports that nobody has looked into, grouped by deal. */
export async function readReportsDesk(
  ctx: ReadContext,
  { page }: { page: number },
): Promise<ReportsDesk> {
  const place = { offset: (page - 1) * CASES_ON_A_PAGE, limit: CASES_ON_A_PAGE }
  const now = ctx.now()
  const since = new Date(now.getTime() - ANSWERED_LATELY_MS)
  const [found, total, times] = await Promise.all([
    findCases(ctx.db, place),
    countCases(ctx.db),
    findAnswerTimes(ctx.db, since),
  ])
  const dealIds = found.map(({ id }) => id)
  const [deals, told] = await Promise.all([
    findManagedDeals(ctx.db, dealIds),
    findTold(ctx.db, { dealIds, isOpen: true, limit: MOST_OF_A_CASE }),
  ])
  return {
    cases: found.flatMap(({ id, saidGoneAt, total, through }) => {
      const deal = deals.get(id)
      const reports = told.filter(({ dealId }) => dealId === id).map(toldReport)
      const said = { saidGoneAt: saidGoneAt?.toISOString() ?? null, total: Number(total), through }
      return deal ? { deal, reports, ...said } : []
    }),
    total,
    answered: Number(times.answered),
    usualMinutes: times.usualMinutes,
    page,
    now: now.toISOString(),
  }
}

/**
 * Returns the evidence for judging the reports on a deal: its prices, our own checks and earlier reports.
 * Throws 404.
 */
export async function readEvidence(ctx: ReadContext, dealId: string): Promise<CaseEvidence> {
  if (!isId(dealId) || !(await findManagedDeals(ctx.db, [dealId])).has(dealId)) {
    throw notFound('deal')
  }
  const [history, checks, earlier] = await Promise.all([
    findHistory(ctx.db, dealId),
    findLastChecks(ctx.db, [dealId]),
    findTold(ctx.db, { dealIds: [dealId], isOpen: false, limit: MOST_EARLIER }),
  ])
  const check = checks.get(dealId)
  return {
    prices: history
      .slice(-MOST_PRICES)
      .toReversed()
      .map(({ seen, seenBy }) => ({
        seenAt: seen.at.toISOString(),
        was: centsToDollars(seen.was),
        now: centsToDollars(seen.now),
        source: seen.source,
        seenBy,
      })),
    check: check
      ? {
          lookedAt: check.lookedAt?.toISOString() ?? null,
          answer: check.answer,
          certainAt: check.certainAt?.toISOString() ?? null,
          certainAnswer: check.certainAnswer,
          failingSince: check.failingSince?.toISOString() ?? null,
          sizes: check.sizes,
        }
      : null,
    earlier: earlier.map(toldReport),
  }
}

function toldReport(row: Awaited<ReturnType<typeof findTold>>[number]): ToldReport {
  const { dealId: _, seenCents, shownCents, ...rest } = row
  return {
    ...rest,
    seenPrice: centsToDollars(seenCents),
    shownPrice: centsToDollars(shownCents),
    reportedAt: row.reportedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    outcome: row.outcome as ReportOutcome | null,
  }
}
