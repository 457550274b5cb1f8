import type { AuditDraft } from '#app/admin/server/audit/audit.ts'
import type { Trx } from '#app/db/database.ts'
import {
  SeenWarnings,
  type StayingBehind,
  type WarningGroup,
} from '#app/deals/editing/warnings.contract.ts'
import type { Warning } from '#app/deals/editing/warnings.facts.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import type { DealOutcome } from '#app/deals/server/editing/editing.ts'
import type { BulkOutcome } from '#app/deals/server/editing/many.ts'
import { groupWarnings, newWarnings, unseenWarnings } from '#app/deals/server/warnings/grouping.ts'
import { findWarnings } from '#app/deals/server/warnings/warnings.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest, Problem } from '#app/server/problem.ts'
import { countOf } from '#app/shared/counts.ts'
import { isId } from '#app/shared/ids.ts'
import { dealName } from '#app/shared/names.ts'

/** Reads the keys of confirmed warnings from a form; none by default. Throws 400. */
export function readSeenWarnings(text: string | undefined): string[] {
  if (text === undefined) return []
  try {
    return SeenWarnings.parse(JSON.parse(text))
  } catch {
    const reason = 'is not a list of keys'
    throw badRequest(`seenWarnings: ${reason}`, { seenWarnings: reason })
  }
}

/** Throws 409 `warned` with the warnings to confirm, unless all of them were. */
export function refuseUnseen(warnings: Warning[], seen: string[]): void {
  const groups = groupWarnings(warnings)
  if (unseenWarnings(groups, seen).length > 0) throw warnedProblem(groups, null)
}

function warnedProblem(groups: WarningGroup[], staying: StayingBehind | null): Problem {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const words = `${countOf(count, 'warning')} before this goes out. Nothing is published yet.`
  return new Problem(409, 'warned', words, { about: { warnings: groups, staying } })
}

/** Returns the warnings of deals before a change, so that deals already out are warned only about new ones. */
export async function warningsBefore(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  ids: string[],
  seen: string[] | undefined,
): Promise<Warning[]> {
  return seen && ids.length > 0 ? findWarnings(trx, ids, ctx.now()) : []
}

/**
 * Returns the audit entries of deals that were just published despite warnings. Throws 409 `warned`, which
 * rolls the change back, while one of the warnings is unconfirmed; `seen` is undefined for an act that
 * publishes nothing.
 */
export async function warnOf(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  written: DealOutcome[],
  {
    seen,
    before,
    left = [],
  }: { seen: string[] | undefined; before: Warning[]; left?: BulkOutcome['left'] },
): Promise<AuditDraft[]> {
  if (!seen) return []
  const out = written.filter(({ after, hasChanged }) => hasChanged && isOut(after))
  if (out.length === 0) return []
  const ids = out.map(({ id }) => id)
  // A deal that was already out is warned only about what this change brings.
  const wereOut = new Set(out.flatMap((each) => (isOut(each.before) ? each.id : [])))
  const told = before.filter(({ dealId }) => dealId !== null && wereOut.has(dealId))
  const warnings = newWarnings(told, await findWarnings(trx, ids, ctx.now()))
  const groups = groupWarnings(warnings)
  if (unseenWarnings(groups, seen).length > 0) {
    throw warnedProblem(groups, await stayingBehind(trx, left, out.length))
  }
  const wordsOf = Map.groupBy(warnings, ({ dealId }) => dealId)
  return out.flatMap(({ id, label }) => {
    const words = wordsOf.get(id)?.map((warning) => warning.words) ?? []
    if (words.length === 0) return []
    const subject = { kind: 'deal' as const, id, label }
    return { action: 'deal.published-anyway', subject, after: { warnings: words } }
  })
}

/** Lists the deals that could not be published, so that the confirmation names them too. */
async function stayingBehind(
  trx: Trx,
  left: BulkOutcome['left'],
  going: number,
): Promise<StayingBehind | null> {
  if (left.length === 0) return null
  const deals = await findManagedDeals(trx, left.map(({ id }) => id).filter(isId))
  return {
    going,
    deals: left.map(({ id, reason }) => {
      const deal = deals.get(id)
      return { dealId: id, name: (deal && dealName(deal)) || 'A deal', reason }
    }),
  }
}

function isOut(deal: DealOutcome['after']): boolean {
  return deal?.state === 'live' || deal?.state === 'scheduled'
}
