import {
  type Actor,
  type AuditDraft,
  recordAudit,
  requireStillHere,
} from '#app/admin/server/audit/audit.ts'
import { checkNow } from '#app/checks/server/checks.ts'
import type { Trx } from '#app/db/database.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { REASONS_TO_END } from '#app/deals/life.facts.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { updateDeal } from '#app/deals/server/editing/editing.ts'
import { endDeals } from '#app/deals/server/editing/ending.ts'
import { recordObservation } from '#app/deals/server/prices/observing.ts'
import type { Found } from '#app/reports/reports.contract.ts'
import type { ReportDecision, ReportOutcome } from '#app/reports/reports.facts.ts'
import type { AnswerReports, ReportsAnswered } from '#app/reports/reports-desk.contract.ts'
import { answerReports, findSizesTold, holdReports } from '#app/reports/server/answers.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { dealName } from '#app/shared/names.ts'

/** A decided deal, its answer to the reporters and the changes made to it. */
type Decided = {
  id: string
  answer: Found
  changes: Array<{ action: string; before: object | null; after: object | null }>
}

/**
 * Applies a curator's decision to these deals and answers the reporters, in one transaction with the audit.
 * Deals that it cannot apply to are left, each with the reason.
 */
export async function answerReportsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { cases, decision, price }: AnswerReports,
): Promise<ReportsAnswered> {
  const ids = [...new Set(cases.map(({ dealId }) => dealId))]
  const through = new Map(cases.map((each) => [each.dealId, each.through]))
  return ctx.db.transaction().execute(async (trx) => {
    await holdReports(trx, ids)
    const deals = await findManagedDeals(trx, ids)
    const { decided, left } = await decide(trx, ctx, actor, {
      ids,
      deals,
      decision,
      price,
      through,
    })
    const entries: AuditDraft[] = []
    for (const { id, answer, changes } of decided) {
      const deal = deals.get(id)
      const answered = await answerReports(trx, ctx, {
        dealId: id,
        through: through.get(id),
        answer,
        // A price that has risen to the former price has ended the deal.
        outcome: answer.reason ? 'ended' : OUTCOME_OF[decision],
      })
      const label = deal ? dealName(deal) : id
      const subject = { kind: 'deal' as const, id, label }
      entries.push(...changes.map((change) => ({ ...change, subject })))
      const after = { decision, reports: answered }
      entries.push({ action: 'report.answered', subject, after })
    }
    await recordAudit(trx, ctx, actor, entries, entries.length > 1 ? newId() : null)
    return { answered: decided.map(({ id }) => id), left }
  })
}

const OUTCOME_OF: Record<ReportDecision, ReportOutcome> = {
  gone: 'ended',
  'sold-out': 'ended',
  'price-up': 'ended',
  price: 'price-corrected',
  'size-off': 'size-off',
  'link-mended': 'link-mended',
  noted: 'noted',
  'nothing-wrong': 'nothing-wrong',
  unclear: 'unclear',
}

type Asked = {
  ids: string[]
  deals: Map<string, ManagedDeal>
  decision: ReportDecision
  price: number | undefined
  through: Map<string, number>
}

async function decide(
  trx: Trx,
  ctx: AppContext,
  actor: Actor,
  asked: Asked,
): Promise<{ decided: Decided[]; left: ReportsAnswered['left'] }> {
  const { ids, deals, decision, price } = asked
  const reason = REASONS_TO_END.find((each) => each === decision)
  if (reason) {
    const { changed, left } = await endDeals(trx, ctx, ids, { reason })
    const decided = changed.map(({ id, before, after }) => {
      const changes = [{ action: 'deal.ended', before, after }]
      return { id, answer: { reason }, changes }
    })
    return { decided, left }
  }
  if (decision === 'size-off') return takeSizesOff(trx, ctx, asked)
  if (decision === 'price') {
    const [id = '', ...others] = ids
    if (others.length > 0) throw new Problem(422, 'one-price', 'A price is of one deal at a time.')
    const deal = deals.get(id)
    if (!deal) return { decided: [], left: [{ id, reason: 'There is no such deal.' }] }
    return correctPrice(trx, ctx, actor, { deal, price: price ?? 0 })
  }
  const missing = ids.filter((id) => !deals.has(id))
  return {
    decided: ids.filter((id) => deals.has(id)).map((id) => ({ id, answer: {}, changes: [] })),
    left: missing.map((id) => ({ id, reason: 'There is no such deal.' })),
  }
}

/**
 * Sets the price that the curator read on the shop's page today. The former price keeps its basis and its
 * last observation, since the curator said nothing about it. A price that has reached it ends the deal.
 */
async function correctPrice(
  trx: Trx,
  ctx: AppContext,
  actor: Actor,
  { deal, price }: { deal: ManagedDeal; price: number },
) {
  const nowCents = Math.round(price * 100)
  const now = ctx.now()
  const { isPriceUp } = await recordObservation(trx, deal.id, {
    source: 'curator',
    observedAt: now,
    seenOn: businessDay(now),
    seenBy: actor.name,
    address: deal.buyUrl,
    nowCents,
    wasCents: null,
  })
  const reason = 'price-up'
  if (isPriceUp) await endDeals(trx, ctx, [deal.id], { reason })
  const after = (await findManagedDeals(trx, [deal.id])).get(deal.id) ?? null
  const changes = [{ action: 'deal.updated', before: deal, after }]
  const toCents = after?.salePrice == null ? nowCents : Math.round(after.salePrice * 100)
  const answer = isPriceUp ? { reason } : { toCents }
  return { decided: [{ id: deal.id, answer, changes }], left: [] }
}

/** Removes the reported sizes from each deal, as long as others are left. */
async function takeSizesOff(trx: Trx, ctx: AppContext, { ids, deals, through }: Asked) {
  const decided: Decided[] = []
  const left: ReportsAnswered['left'] = []
  for (const id of ids) {
    const told = await findSizesTold(trx, { dealId: id, through: through.get(id) })
    const sizes = deals.get(id)?.sizes ?? []
    const rest = sizes.filter((size) => !told.includes(size))
    if (told.length === 0) left.push({ id, reason: 'Nobody has told of a size.' })
    else if (rest.length === 0) left.push({ id, reason: 'No other size is left: it is sold out.' })
    else {
      const { before, after } = await updateDeal(trx, ctx, id, { sizes: rest })
      decided.push({ id, answer: {}, changes: [{ action: 'deal.updated', before, after }] })
    }
  }
  return { decided, left }
}

/** Queues the shop's page to be checked before all others; false if the deal is not checked. */
export async function lookAgainAsAdmin(
  ctx: AppContext,
  actor: Actor,
  dealId: string,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const isAsked = await checkNow(trx, ctx, dealId, 'curator')
    await requireStillHere(trx, actor)
    return isAsked
  })
}
