import type { LifeState } from '#app/deals/life.facts.ts'

type Life = { isPublished: boolean; isScheduled: boolean; endedAt: Date | null }

export function lifeState({ isPublished, isScheduled, endedAt }: Life): LifeState {
  if (isPublished) return endedAt === null ? 'live' : 'ended'
  return isScheduled ? 'scheduled' : 'draft'
}

/** Transitions of a deal, triggered by a person or by the clock. */
export type LifeStep = 'go-out' | 'take-off' | 'end' | 'bring-back'

/** All allowed transitions. The clock triggers `go-out` and `end` as well. */
const STEPS: Record<LifeState, Partial<Record<LifeStep, LifeState[]>>> = {
  draft: { 'go-out': ['live', 'scheduled'] },
  scheduled: { 'go-out': ['live'], 'take-off': ['draft'] },
  live: { 'take-off': ['draft'], end: ['ended'] },
  ended: { 'take-off': ['draft'], 'bring-back': ['live'] },
}

/** The state after a step at this moment; undefined when the step is not allowed. */
export function stateAfter(
  state: LifeState,
  step: LifeStep,
  startsAt: Date | null,
  now: Date,
): LifeState | undefined {
  const reached = STEPS[state][step]
  if (!reached) return
  const isLater = startsAt !== null && startsAt > now
  if (step !== 'go-out' || !isLater) return reached[0]
  return reached.find((each) => each === 'scheduled')
}

/** Explains in a sentence why a step is not allowed. */
export function whyNot(state: LifeState, step: LifeStep): string {
  const { [step]: reason = 'That is not possible.' } = REASONS[state]
  return reason
}

const NOT_OUT = 'It is not published.'
const REASONS: Record<LifeState, Partial<Record<LifeStep, string>>> = {
  draft: { 'take-off': NOT_OUT, end: NOT_OUT, 'bring-back': NOT_OUT },
  scheduled: {
    'go-out': 'It is scheduled already.',
    end: 'It has not begun.',
    'bring-back': 'It has not begun.',
  },
  live: { 'go-out': 'It is published already.', 'bring-back': 'It has not ended.' },
  ended: { 'go-out': 'It is published already.', end: 'It has ended already.' },
}

/**
 * The state a saved form asks for: published or not where the form says so, otherwise unchanged. Removing the
 * start of a scheduled deal does not publish it.
 */
export function wantedState(
  before: Life,
  form: { isPublished: boolean | undefined; startsAt: Date | null; now: Date },
): LifeState {
  const state = lifeState(before)
  const { isPublished = state !== 'draft', startsAt, now } = form
  if (!isPublished) return 'draft'
  if (before.isPublished) return state
  if (startsAt !== null && startsAt > now) return 'scheduled'
  return state === 'scheduled' && form.isPublished === undefined ? 'draft' : 'live'
}

type Times = { startsAt: Date | null; endsAt: Date | null }

/** Validates the times of a deal for its wanted state; returns messages by field. */
export function timeFaults(
  { startsAt, endsAt }: Times,
  { before, wanted, now }: { before: Times & Life; wanted: LifeState; now: Date },
): { startsAt?: string; endsAt?: string } {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) {
    return { endsAt: 'The end is not after the start.' }
  }
  const isStartNew = startsAt?.getTime() !== before.startsAt?.getTime()
  const isEndNew = endsAt?.getTime() !== before.endsAt?.getTime()
  if (before.isPublished && isStartNew && startsAt !== null && startsAt > now) {
    return { startsAt: 'It is out already. Take it off first, then it can start later.' }
  }
  const isStillToEnd = wanted === 'live' || wanted === 'scheduled'
  if (endsAt !== null && endsAt <= now && (isEndNew || (isStillToEnd && !before.isPublished))) {
    return { endsAt: 'The end has passed.' }
  }
  return {}
}

/** A candidate for the free deals of the day; candidates come in order of publication. */
type FreeCandidate = { id: string; isLiving: boolean; wasFree: boolean }

/**
 * The free deals of a day: `open` are the first living ones; `readable` adds those that were open earlier that
 * day, at most `most` in all.
 */
export function freeDealsOf(
  candidates: FreeCandidate[],
  { aDay, most }: { aDay: number; most: number },
): { open: string[]; readable: Set<string> } {
  const readable = new Set(
    candidates
      .filter(({ wasFree }) => wasFree)
      .slice(0, most)
      .map(({ id }) => id),
  )
  const open: string[] = []
  for (const { id, isLiving } of candidates) {
    if (open.length === aDay) break
    if (!isLiving || (!readable.has(id) && readable.size >= most)) continue
    readable.add(id)
    open.push(id)
  }
  return { open, readable }
}
