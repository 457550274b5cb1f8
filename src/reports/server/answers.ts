import { forgetGone } from '#app/checks/server/checks.ts'
import type { Trx } from '#app/db/database.ts'
import { setSaidGone } from '#app/deals/server/life/said-gone.ts'
import { Found } from '#app/reports/reports.contract.ts'
import {
  OUTCOMES,
  type ReportKind,
  type ReportOutcome,
  SAY_GONE,
  SAY_GONE_WITHIN_MS,
} from '#app/reports/reports.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import {
  findChangedSince,
  findDealByNow,
  findOpenReports,
  findSizesOf,
  findToTellOf,
  markAnswered,
  postponeTelling,
  takeUntold,
} from './answers.queries.ts'
import { answeredBy, type Finding } from './answers.rules.ts'
import { countSayingGone, lockReportsOf } from './reports.queries.ts'

type Clock = Pick<AppContext, 'now'>
const DEALS_AT_ONCE = 500

/** Locks the reports of deals; call it before changing deals because of reports, so none is answered twice. */
export async function holdReports(trx: Trx, dealIds: string[]): Promise<void> {
  await lockReportsOf(trx, dealIds)
}

/**
 * Answers the open reports of a deal up to report `through` and withdraws the notice that it may be gone,
 * unless enough members have reported that since. Call `holdReports` first. Returns how many were answered.
 */
export async function answerReports(
  trx: Trx,
  ctx: Clock,
  { dealId, through, outcome, answer }: { dealId: string; through?: number | undefined } & Finding,
): Promise<number> {
  const open = await findOpenReports(trx, { dealId, through })
  const now = ctx.now()
  await markAnswered(
    trx,
    open.map(({ id }) => id),
    { outcome, answer, now },
  )
  if (outcome === 'nothing-wrong') await forgetGone(trx, [dealId])
  const since = new Date(now.getTime() - SAY_GONE_WITHIN_MS)
  if ((await countSayingGone(trx, dealId, since)) < SAY_GONE) await setSaidGone(trx, [dealId], null)
  return open.length
}

/** Answers reports that the current state of their deals settles, whoever changed them. Idempotent. */
export async function answerWhatIsKnown(ctx: AppContext): Promise<void> {
  for (const dealId of await findChangedSince(ctx.db, DEALS_AT_ONCE)) {
    await ctx.db.transaction().execute(async (trx) => {
      await lockReportsOf(trx, [dealId])
      await answerOne(trx, ctx, dealId)
    })
  }
}

async function answerOne(trx: Trx, ctx: Clock, dealId: string) {
  const deal = await findDealByNow(trx, dealId)
  if (!deal) return
  for (const report of await findOpenReports(trx, { dealId })) {
    const finding = answeredBy(deal, report)
    if (finding) await markAnswered(trx, [report.id], { ...finding, now: ctx.now() })
  }
}

/** Returns deals with findings that are due to be told to a reporter. */
export function findDealsToTellOf(ctx: AppContext, limit: number): Promise<string[]> {
  return findToTellOf(ctx.db, { now: ctx.now(), limit })
}

/** What one person is told about one deal: of several findings, the most telling one. */
export type ReportTold = { userId: string; ids: number[]; kinds: ReportKind[] } & Finding

/** Takes the findings to tell about a deal; they count as told once this transaction commits. */
export async function takeReportsToTell(
  trx: Trx,
  ctx: Clock,
  dealId: string,
): Promise<ReportTold[]> {
  const told = new Map<string, ReportTold>()
  for (const row of await takeUntold(trx, { dealId, now: ctx.now() })) {
    const { id, userId, kind } = row
    if (userId === null) continue
    const outcome = row.outcome as ReportOutcome
    const before = told.get(userId)
    const isFirst = !before || OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(before.outcome)
    const { ids = [], kinds = [] } = before ?? {}
    told.set(userId, {
      userId,
      ids: [...ids, id],
      kinds: [...kinds.filter((each) => each !== kind), kind],
      ...(isFirst
        ? { outcome, answer: Found.parse(row.answer) }
        : { outcome: before.outcome, answer: before.answer }),
    })
  }
  return [...told.values()]
}

/** Postpones findings for people who already had today's notice of this deal to their next day. */
export async function tellLater(trx: Trx, ids: number[], at: Date): Promise<void> {
  await postponeTelling(trx, ids, at)
}

/** Returns the sizes that open reports say are gone, up to report `through`. */
export function findSizesTold(
  trx: Trx,
  of: { dealId: string; through?: number | undefined },
): Promise<string[]> {
  return findSizesOf(trx, of)
}
