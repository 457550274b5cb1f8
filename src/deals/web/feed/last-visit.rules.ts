/** What a browser stores about visits to the feed. */
export type Visit = {
  /** Publication time of the newest deal at the previous visit; null on the first visit. */
  mark: string | null
  /** The same for this visit. */
  newest: string
  /** The last sign of this visit, in milliseconds by the browser's clock. */
  at: number
}

/** A longer absence begins a new visit. */
export const VISIT_ENDS_AFTER_MS = 30 * 60_000

/** Continues the stored visit or begins a new one. `known` is untrusted. */
export function visitNow(known: unknown, newest: string, now: number): Visit {
  if (!isVisit(known)) return { mark: null, newest, at: now }
  // Absolute, so that a clock that was set back does not prolong a visit.
  const isOver = Math.abs(now - known.at) > VISIT_ENDS_AFTER_MS
  return {
    mark: isOver ? known.newest : known.mark,
    newest: newest > known.newest ? newest : known.newest,
    at: now,
  }
}

function isVisit(known: unknown): known is Visit {
  if (typeof known !== 'object' || known === null) return false
  const { mark, newest, at } = known as Partial<Record<keyof Visit, unknown>>
  return isMoment(newest) && (mark === null || isMoment(mark)) && typeof at === 'number'
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && /^20\d\d-\d\d-\d\dT[\d:.]+Z$/.test(value)
}
