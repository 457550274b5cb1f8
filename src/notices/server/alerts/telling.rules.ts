import type { NoticeFacts } from '#app/notices/notices.contract.ts'
import {
  ENDS_SOON_MS,
  ENDS_VERY_SOON_MS,
  FALL_CENTS,
  FALL_PERCENT,
  type NoticeKind,
} from '#app/notices/notices.facts.ts'

export type ToldOfDeal = {
  priceCents: number | null
  endsAt: Date | null
  endedAt: Date | null
  endedReason: string | null
}
export type Keeper = {
  savedAt: Date
  /** When it was saved. */
  priceCents: number | null
  /** The end that was stored then; null for none, and where nobody noted it. */
  knownEndsAt: Date | null
  /** Whether it had ended when it was saved. */
  wasEnded: boolean
  /** At which they asked to be told; null for none, and while they may not. */
  targetCents: number | null
  /** When they asked; null where nobody noted it. */
  targetSetAt: Date | null
}
/** What they were told last of it. */
export type LastTold = {
  priceCents: number | null
  endsAt: Date | null
  isGone: boolean
  /** That the price they asked for is reached. */
  targetToldAt: Date | null
  /** That it is back. */
  backToldAt: Date | null
}

export type Telling = { kind: NoticeKind; facts: NoticeFacts; told: LastTold }

export const NOTHING_TOLD: LastTold = {
  priceCents: null,
  endsAt: null,
  isGone: false,
  targetToldAt: null,
  backToldAt: null,
}

/** What there is to tell somebody of a published deal that they keep; undefined for nothing. */
export function whatToTell(
  deal: ToldOfDeal,
  keeper: Keeper,
  told: LastTold = NOTHING_TOLD,
  now: Date,
): Telling | undefined {
  if (deal.endedAt) {
    if (knowsItIsGone(keeper, told) || deal.endedAt <= keeper.savedAt) return
    const facts = { ...(deal.endedReason ? { reason: deal.endedReason } : {}) }
    return { kind: 'gone', facts, told: { ...told, isGone: true } }
  }
  const toCents = deal.priceCents ?? undefined
  if (knowsItIsGone(keeper, told)) {
    const priceCents = deal.priceCents ?? told.priceCents
    const facts = { ...(toCents === undefined ? {} : { toCents }) }
    return { kind: 'back', facts, told: { ...told, isGone: false, priceCents, backToldAt: now } }
  }
  return ofPrice(deal, keeper, told, now) ?? ofEnd(deal, keeper, told, now)
}

/** Who was told so, and who saved it after its end, until they are told that it is back. */
function knowsItIsGone({ wasEnded, savedAt }: Keeper, { isGone, backToldAt }: LastTold): boolean {
  return isGone || (wasEnded && (backToldAt === null || backToldAt < savedAt))
}

function ofPrice(
  { priceCents }: ToldOfDeal,
  keeper: Keeper,
  told: LastTold,
  now: Date,
): Telling | undefined {
  if (priceCents === null) return
  // Whichever is lower: the price at which it was saved, or the one that was told of last.
  const known = [keeper.priceCents, told.priceCents].filter((cents) => cents !== null)
  const fromCents = Math.min(...known)
  if (isReached(priceCents, keeper, told, fromCents)) {
    const facts = { toCents: priceCents, targetCents: keeper.targetCents ?? priceCents }
    const lowest = Math.min(priceCents, told.priceCents ?? priceCents)
    return { kind: 'target', facts, told: { ...told, priceCents: lowest, targetToldAt: now } }
  }
  if (!isWorthAWord(fromCents, priceCents)) return
  const next = { ...told, priceCents }
  const wasTold = told.priceCents !== null && told.priceCents === fromCents
  const facts = { fromCents, toCents: priceCents, ...(wasTold ? { wasTold } : {}) }
  return { kind: 'price-down', facts, told: next }
}

/** Once for each time that they ask, whatever it cost before: they ask for less than it costs then. */
function isReached(
  priceCents: number,
  { targetCents, targetSetAt }: Keeper,
  { targetToldAt }: LastTold,
  fromCents: number,
): boolean {
  if (targetCents === null || priceCents > targetCents) return false
  if (targetSetAt) return targetToldAt === null || targetToldAt < targetSetAt
  return priceCents < fromCents && fromCents > targetCents
}

/** A price that has fallen by both the least amount and the least share of what it was. */
export function isWorthAWord(fromCents: number, toCents: number): boolean {
  const fall = fromCents - toCents
  return Number.isFinite(fall) && fall >= FALL_CENTS && fall * 100 >= fromCents * FALL_PERCENT
}

function ofEnd(
  { endsAt }: ToldOfDeal,
  { savedAt, knownEndsAt }: Keeper,
  told: LastTold,
  now: Date,
): Telling | undefined {
  if (!endsAt || endsAt <= now || told.endsAt?.getTime() === endsAt.getTime()) return
  const [soon, verySoon] = [ENDS_SOON_MS, ENDS_VERY_SOON_MS].map((ms) => endsAt.getTime() - ms)
  const saved = savedAt.getTime()
  const hasSeenIt = knownEndsAt?.getTime() === endsAt.getTime()
  // Who saved it within its last day, with this end on it, is reminded when it is close.
  const from = hasSeenIt ? [soon, verySoon].find((moment) => saved <= (moment ?? 0)) : soon
  if (from === undefined || now.getTime() < from) return
  return { kind: 'ends-soon', facts: { endsAt: endsAt.toISOString() }, told: { ...told, endsAt } }
}
