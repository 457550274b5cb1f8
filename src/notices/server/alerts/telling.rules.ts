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
  /** The price when it was saved. */
  priceCents: number | null
  /** The stated end when it was saved; null if there was none or it was not recorded. */
  knownEndsAt: Date | null
  /** Whether it had ended when it was saved. */
  wasEnded: boolean
  /** The price at which they want to be told; null for none, or while they may not use it. */
  targetCents: number | null
  /** When they set the target; null if it was not recorded. */
  targetSetAt: Date | null
}
/** What a person was last told about a deal. */
export type LastTold = {
  priceCents: number | null
  endsAt: Date | null
  isGone: boolean
  /** When they were told that the target was reached. */
  targetToldAt: Date | null
  /** When they were told that it is back. */
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

/** Returns what to tell a person about a published deal they saved; undefined if nothing. */
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

/** True if they were told so, or saved it after its end, until they are told that it is back. */
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
  // The lower of the price when it was saved and the last price they were told.
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

/** Tells once per target set, whatever the price was before: a target is always below the current price. */
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

/** Tells whether a price has fallen by at least both the minimum amount and the minimum percentage. */
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
  // Someone who saved it on its last day, knowing this end, is reminded only shortly before it.
  const from = hasSeenIt ? [soon, verySoon].find((moment) => saved <= (moment ?? 0)) : soon
  if (from === undefined || now.getTime() < from) return
  return { kind: 'ends-soon', facts: { endsAt: endsAt.toISOString() }, told: { ...told, endsAt } }
}
