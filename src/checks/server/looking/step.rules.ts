import {
  CHECK_EVERY_MS,
  type CheckedEnd,
  isCertain,
  REPORTS_COUNT_MS,
  REPORTS_FOR_CERTAIN,
  SECOND_LOOK_MS,
} from '#app/checks/checks.facts.ts'
import type { FoundPrice, LookVerdict } from './verdict.rules.ts'

/** The state kept from a deal's earlier checks. */
export type CheckState = {
  suspected: 'sold-out' | 'gone' | null
  suspectedAt: Date | null
  returningAt: Date | null
  failingSince: Date | null
  endedFor: CheckedEnd | null
  reported: number
  reportedAt: Date | null
}

/** What to do with the deal itself. */
export type Act =
  | { kind: 'nothing' }
  | { kind: 'observe'; price: FoundPrice }
  | { kind: 'end'; reason: 'sold-out' | 'gone' }
  | { kind: 'bring-back'; price: FoundPrice }
  | { kind: 'ask' }

type Step = { act: Act; state: CheckState; dueAt: Date }

/** Returns what follows from a check, given the state left by earlier ones. */
export function stepAfter(before: CheckState, verdict: LookVerdict, now: Date): Step {
  const { answer, price } = verdict
  const later = (ms: number) => new Date(now.getTime() + ms)
  const daily = later(CHECK_EVERY_MS)
  if (!isCertain(answer)) {
    const isPending = before.suspected !== null || before.returningAt !== null
    return {
      act: verdict.doubt ? { kind: 'ask' } : { kind: 'nothing' },
      // Inconclusive: the earlier state stands, and a pending suspicion is checked again soon.
      state: { ...before, failingSince: before.failingSince ?? now },
      dueAt: isPending ? later(SECOND_LOOK_MS) : daily,
    }
  }
  const state = { ...before, failingSince: null }
  const isOver = answer === 'sold-out' || answer === 'gone'
  if (before.endedFor !== null) return afterEnd(state, isOver ? null : price, { now, daily, later })
  if (!isOver) {
    return {
      act: price ? { kind: 'observe', price } : { kind: 'nothing' },
      state: { ...state, suspected: null, suspectedAt: null },
      dueAt: daily,
    }
  }
  const since = before.suspected === answer ? before.suspectedAt : null
  const isSeenTwice = since !== null && now.getTime() - since.getTime() >= SECOND_LOOK_MS
  if (isSeenTwice || saysEnough(before, now)) {
    return { act: { kind: 'end', reason: answer }, state, dueAt: daily }
  }
  const suspectedAt = since ?? now
  return {
    act: { kind: 'nothing' },
    state: { ...state, suspected: answer, suspectedAt },
    dueAt: new Date(suspectedAt.getTime() + SECOND_LOOK_MS),
  }
}

type Times = { now: Date; daily: Date; later: (ms: number) => Date }

/** A deal that we ended comes back only after a second sighting, as it ended. */
function afterEnd(state: CheckState, price: FoundPrice | null, { now, daily, later }: Times): Step {
  if (!price)
    return { act: { kind: 'nothing' }, state: { ...state, returningAt: null }, dueAt: daily }
  const { returningAt } = state
  if (returningAt === null) {
    return {
      act: { kind: 'nothing' },
      state: { ...state, returningAt: now },
      dueAt: later(SECOND_LOOK_MS),
    }
  }
  const dueAt = new Date(returningAt.getTime() + SECOND_LOOK_MS)
  if (dueAt > now) return { act: { kind: 'nothing' }, state, dueAt }
  return { act: { kind: 'bring-back', price }, state, dueAt: daily }
}

function saysEnough({ reported, reportedAt }: CheckState, now: Date): boolean {
  const isRecent = reportedAt !== null && now.getTime() - reportedAt.getTime() < REPORTS_COUNT_MS
  return isRecent && reported >= REPORTS_FOR_CERTAIN
}

/**
 * Tells whether one more of a retailer's deals may end by itself; beyond `mostShare` of them in a day a
 * person is asked. `living` counts its live deals, `ended` those that checks have ended in the last day.
 */
export function mayEndOneMore(
  { living, ended }: { living: number; ended: number },
  mostShare: number,
): boolean {
  return ended === 0 || ended + 1 <= (living + ended) * mostShare
}
