import { type CheckedEnd, isCheckedEnd } from '#app/checks/checks.facts.ts'
import {
  decideFindings,
  findSoldAs,
  findWaitingEnds,
  outdateStop,
} from '#app/checks/server/looking/findings.queries.ts'
import {
  forgetSuspicion,
  markBackOn,
  markEndedFor,
} from '#app/checks/server/looking/looks.queries.ts'
import { recordSeen } from '#app/checks/server/looking/record-seen.ts'
import type { Trx } from '#app/db/database.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { bringBackDeals, endDeals } from '#app/deals/server/editing/ending.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { type CheckFinding, openFinding } from './findings.ts'

type Clock = Pick<AppContext, 'now'>
type Decision = { by: string }

/**
 * Carries out what a finding says and returns the ids of the deals that changed. Throws 404, 409
 * `decided-already`, and 409 `needs-price` if no price in the deal's currency was found.
 */
export async function acceptFinding(
  trx: Trx,
  ctx: Clock,
  id: number,
  { by }: Decision,
): Promise<{ dealIds: string[] }> {
  const finding = await openFinding(trx, id)
  const decided = { state: 'accepted', decidedAt: ctx.now(), decidedBy: by } as const
  const { dealId, retailerId, kind, facts } = finding
  if (kind === 'many-endings') {
    const waiting = await findWaitingEnds(trx, retailerId)
    const dealIds: string[] = []
    for (const each of waiting) {
      if (each.dealId === null) continue
      await endAs(trx, ctx, each.dealId, each.kind as CheckedEnd)
      dealIds.push(each.dealId)
    }
    await decideFindings(trx, [id, ...waiting.map((each) => each.id)], decided)
    return { dealIds }
  }
  if (dealId === null) throw notFound('finding')
  if (finding.state === 'waiting') {
    if (isCheckedEnd(kind)) await endAs(trx, ctx, dealId, kind)
    else if (kind === 'another-piece') await endAs(trx, ctx, dealId, 'gone')
    else if (kind === 'back') {
      await bringBackDeals(trx, ctx, [dealId])
      await markBackOn(trx, dealId)
    } else {
      const { nowCents = null, wasCents = null, basis = 'retailer', currency } = facts
      const { soldIn } = await findSoldAs(trx, dealId)
      const isPrice = nowCents !== null && nowCents > 0 && (currency ?? soldIn) === soldIn
      if (!isPrice) throw needsPrice()
      const { address = null } = facts
      const { evidence, lookedAt: seenAt } = finding
      await takePrice(trx, ctx, dealId, {
        source: 'check',
        nowCents,
        wasCents,
        basis,
        address,
        by,
        seenAt,
        evidence,
      })
    }
  }
  await decideFindings(trx, [id], decided)
  await outdateStop(trx, retailerId, ctx.now())
  return { dealIds: finding.state === 'waiting' ? [dealId] : [] }
}

/**
 * Records the price that a person has read on the page instead of the one that was found. `basisBefore` tells
 * the basis of an earlier price. Throws as `acceptFinding` does.
 */
export async function correctFinding(
  trx: Trx,
  ctx: Clock,
  id: number,
  { by, nowCents, wasCents }: Decision & { nowCents: number; wasCents: number | null },
): Promise<{ dealIds: string[] }> {
  const finding = await openFinding(trx, id)
  const { dealId, retailerId, facts, evidence } = finding
  if (dealId === null)
    throw new Problem(409, 'no-price-here', 'This is about a retailer, not a price.')
  const sold = await findSoldAs(trx, dealId)
  await forgetSuspicion(trx, [dealId])
  const basis = basisBefore(finding, sold.basis)
  await takePrice(trx, ctx, dealId, {
    source: 'curator',
    nowCents,
    wasCents,
    basis,
    by,
    evidence,
    address: facts.address ?? sold.link,
  })
  await decideFindings(trx, [id], { state: 'corrected', decidedAt: ctx.now(), decidedBy: by })
  await outdateStop(trx, retailerId, ctx.now())
  return { dealIds: [dealId] }
}

/**
 * Returns the basis of an earlier price that somebody reads on the page: what the page says, or else the
 * deal's own basis.
 */
export function basisBefore(
  { facts }: Pick<CheckFinding, 'facts'>,
  ofDeal: PriceBasis,
): PriceBasis {
  return facts.wasCents == null ? ofDeal : (facts.basis ?? ofDeal)
}

/** Changes nothing about the deal; the same finding is not raised again while the decision holds. */
export async function ignoreFinding(
  trx: Trx,
  ctx: Clock,
  id: number,
  { by }: Decision,
): Promise<void> {
  const { dealId, retailerId, kind } = await openFinding(trx, id)
  const waiting = kind === 'many-endings' ? await findWaitingEnds(trx, retailerId) : []
  const dealIds = [dealId, ...waiting.map((each) => each.dealId)].filter((each) => each !== null)
  await forgetSuspicion(trx, dealIds)
  const ids = [id, ...waiting.map((each) => each.id)]
  await decideFindings(trx, ids, { state: 'ignored', decidedAt: ctx.now(), decidedBy: by })
  await outdateStop(trx, retailerId, ctx.now())
}

/** Records a price confirmed by a person. It is certain, so one back at the earlier price ends the deal. */
async function takePrice(
  trx: Trx,
  ctx: Clock,
  dealId: string,
  seen: Parameters<typeof recordSeen>[3],
): Promise<void> {
  const { isPriceUp } = await recordSeen(trx, ctx, dealId, seen)
  if (isPriceUp) await endAs(trx, ctx, dealId, 'price-up')
}

async function endAs(trx: Trx, ctx: Clock, dealId: string, reason: CheckedEnd): Promise<void> {
  await endDeals(trx, ctx, [dealId], { reason })
  await markEndedFor(trx, dealId, reason)
}

function needsPrice(): Problem {
  return new Problem(
    409,
    'needs-price',
    'No price in the currency of this deal was found: say which one it is.',
  )
}
