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

/** Comes before anything of these deals is changed because of what people told: nobody is answered twice. */
export async function holdReports(trx: Trx, dealIds: string[]): Promise<void> {
  await lockReportsOf(trx, dealIds)
}

/**
 * Somebody has looked: answers what people told of a deal up to this report, and says no more that it may be
 * gone, unless others have said so since. Comes after `holdReports`. Answers how many were answered.
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

/** Answers what the deals themselves answer by now, whoever changed them. May be repeated at any time. */
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

/** Deals of which somebody is to be told what was found. */
export function findDealsToTellOf(ctx: AppContext, limit: number): Promise<string[]> {
  return findToTellOf(ctx.db, { now: ctx.now(), limit })
}

/** What one person is told of one deal: of several things the one that says most. */
export type ReportTold = { userId: string; ids: number[]; kinds: ReportKind[] } & Finding

/** Takes what is to be told of a deal: it counts as told in this transaction. */
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

/** Whose day has had its notice of this deal is told when their next one begins. */
export async function tellLater(trx: Trx, ids: number[], at: Date): Promise<void> {
  await postponeTelling(trx, ids, at)
}

/** The sizes that people say are gone, up to this report. */
export function findSizesTold(
  trx: Trx,
  of: { dealId: string; through?: number | undefined },
): Promise<string[]> {
  return findSizesOf(trx, of)
}
