import {
  CHECK_EVERY_MS,
  type CheckedEnd,
  type CheckReason,
  FINDINGS_KEPT_MS,
  type FindingKind,
  type FindingState,
  isCheckedEnd,
  SECOND_LOOK_MS,
} from '#app/checks/checks.facts.ts'
import {
  countFindings,
  decideFindings,
  deleteFindingsBefore,
  findFindings,
  findSoldAs,
  findWaitingEnds,
  lockFinding,
  outdateStop,
} from '#app/checks/server/looking/findings.queries.ts'
import {
  askForLooks,
  countCoverage,
  findChecks,
  findDealByAddress,
  findFailing,
  findLooksOfRetailer,
  forgetSuspicion,
  markEndedFor,
  pretendLooks,
  setDue,
  setSuspicionBack,
} from '#app/checks/server/looking/looks.queries.ts'
import { PRICE_CHECKS_QUEUE } from '#app/checks/server/looking/queue.ts'
import { recordSeen } from '#app/checks/server/looking/record-seen.ts'
import { enrol } from '#app/checks/server/looking/work.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { endDeals } from '#app/deals/server/editing/ending.ts'
import { isSwitchedOff } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { DAY_MS } from '#app/shared/dates.ts'

type Asking = Pick<AppContext, 'config' | 'jobs' | 'now'>
type Clock = Pick<AppContext, 'now'>

/**
 * Asks for a look at a deal's page before all others, as its shop's pace allows. `membersSayGone` is how many
 * members have said within a day that it is gone, sold out or its link broken: two of them stand for a second
 * look. False when nothing will be looked at: checks are off, the deal is not out, or its retailer is never checked.
 */
export async function checkNow(
  trx: Trx,
  ctx: Asking,
  dealId: string,
  reason: CheckReason,
  { membersSayGone = 0 }: { membersSayGone?: number } = {},
): Promise<boolean> {
  return checkAllNow(trx, ctx, { dealIds: [dealId], reason, membersSayGone })
}

async function checkAllNow(
  trx: Trx,
  ctx: Asking,
  asked: { dealIds: string[]; reason: CheckReason; membersSayGone: number },
): Promise<boolean> {
  if (!ctx.config.priceChecks.isOn || (await isSwitchedOff({ db: trx }, 'price-checks'))) {
    return false
  }
  if (!(await askForLooks(trx, { ...asked, now: ctx.now() }))) return false
  await ctx.jobs.send(trx, PRICE_CHECKS_QUEUE, {}, { singletonKey: 'asked' })
  return true
}

/**
 * For who plays the shops: has the deal that leads to this address looked at, or looked at as if two hours had passed
 * since the last look. False when nothing will be looked at.
 */
export async function checkAddressNow(
  ctx: Asking & Pick<AppContext, 'db'>,
  address: string,
  when: 'now' | 'later',
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const dealId = await findDealByAddress(trx, address)
    if (dealId === undefined) return false
    if (when === 'later') await setSuspicionBack(trx, dealId, SECOND_LOOK_MS)
    return checkNow(trx, ctx, dealId, 'stand-in')
  })
}

export type CheckFinding = {
  id: number
  /** Null where it is about a retailer. */
  dealId: string | null
  retailerId: string
  kind: FindingKind
  state: FindingState
  facts: CheckFindingFacts
  /** The page's own structured data. */
  evidence: string | null
  foundAt: Date
  /** When the page said so last. */
  lookedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

/** What was found, in cents; with `many-endings` how many live, have ended in a day, and would. */
type CheckFindingFacts = {
  beforeCents?: number | null
  nowCents?: number | null
  wasCents?: number | null
  basis?: 'retailer' | 'rrp'
  currency?: string | null
  /** Where it was found. */
  address?: string
  living?: number
  ended?: number
  waiting?: number
}

/** What looks have brought to light, newest first: what waits for a person, or what was done by itself. */
export async function listFindings(
  db: Database,
  page: { states: readonly FindingState[]; before?: number | undefined; limit: number },
): Promise<{ findings: CheckFinding[]; total: number }> {
  const rows = await findFindings(db, page)
  const total = await countFindings(db, page.states)
  return { findings: rows.map(findingOf), total }
}

function findingOf({
  facts,
  kind,
  lookedAt,
  ...row
}: Awaited<ReturnType<typeof findFindings>>[number]): CheckFinding {
  const at = lookedAt ?? row.foundAt
  return { ...row, kind: kind as FindingKind, facts: facts as CheckFindingFacts, lookedAt: at }
}

/** One of them; undefined where there is none. */
export async function findFinding(trx: Trx, id: number): Promise<CheckFinding | undefined> {
  const row = await lockFinding(trx, id)
  return row && findingOf(row)
}

/** Retailers some of whose pages could not be told, those that fail longest first. */
export async function listCouldNotTell(db: Database, { limit = 200 } = {}) {
  return findFailing(db, limit)
}

/** The last look at each of these deals, with when it could tell for certain. */
export async function findLastChecks(db: Database, dealIds: string[]) {
  const rows = await findChecks(db, dealIds)
  return new Map(rows.map((row) => [row.dealId, row]))
}

/** Of the deals that live, how many were looked at in the last day, and how many of these looks could tell. */
export async function readCoverage({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  return countCoverage(db, new Date(now().getTime() - DAY_MS))
}

type Decision = { by: string }

/**
 * Does what a finding says. Throws 404, 409 `decided-already`, and 409 `needs-price` where no price in dollars
 * was found. Answers the deals that have changed.
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
    else {
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
 * Takes the price that a person has read on the page instead of what was found. What an earlier price rests on
 * is `basisBefore`. Throws as `acceptFinding` does.
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
 * What an earlier price that somebody reads on that page rests on: what the page says of it, else the same as
 * the deal's own.
 */
export function basisBefore(
  { facts }: Pick<CheckFinding, 'facts'>,
  ofDeal: PriceBasis,
): PriceBasis {
  return facts.wasCents == null ? ofDeal : (facts.basis ?? ofDeal)
}

/** Leaves everything as it is; what is found again and is the same is not asked again. */
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

/** A person has looked, and it is there: what was seen once, or said by members, counts no more. */
export async function forgetGone(trx: Trx, dealIds: string[]): Promise<void> {
  await forgetSuspicion(trx, dealIds)
}

/** Asks for a look at every deal of a retailer that is looked at, as `checkNow` does. */
export async function checkRetailerNow(
  trx: Trx,
  ctx: Asking,
  retailerId: string,
): Promise<boolean> {
  const dealIds = await findLooksOfRetailer(trx, retailerId)
  return checkAllNow(trx, ctx, { dealIds, reason: 'curator', membersSayGone: 0 })
}

/**
 * For the demo: as if looks had begun long ago. `choose` says whose page is to be looked at first of those that live,
 * the oldest first.
 */
export async function beginAsIfRunning(
  ctx: Pick<AppContext, 'db' | 'now'>,
  choose: (deals: Array<{ dealId: string; url: string; host: string }>) => string[],
): Promise<void> {
  await enrol(ctx)
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const deals = await pretendLooks(trx, { now, everyMs: CHECK_EVERY_MS })
    await setDue(trx, choose(deals), now)
  })
}

/** Retention: what was done or decided long ago. */
export async function purgeOldFindings({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await deleteFindingsBefore(db, new Date(now().getTime() - FINDINGS_KEPT_MS))
}

async function openFinding(trx: Trx, id: number): Promise<CheckFinding> {
  const row = await lockFinding(trx, id)
  if (!row) throw notFound('finding')
  if (row.state !== 'waiting' && row.state !== 'done') {
    throw new Problem(409, 'decided-already', 'Somebody has decided this already.')
  }
  return findingOf(row)
}

/** A price that a person takes is certain: one that has reached what it was ends the deal. */
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
  return new Problem(409, 'needs-price', 'No price in dollars was found: say which one it is.')
}
