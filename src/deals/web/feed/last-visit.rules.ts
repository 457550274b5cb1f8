/** What a browser remembers of visits to the feed. */
export type Visit = {
  /** When the newest deal came that was there at the visit before this one; null at the first. */
  mark: string | null
  /** The same for this visit. */
  newest: string
  /** When this visit was last seen to go on, in milliseconds by this browser's clock. */
  at: number
}

/** Whoever is away for as long begins a visit. */
export const VISIT_ENDS_AFTER_MS = 30 * 60_000

/** The visit as it is now: a new one, or the one before going on. `known` may be anything. */
export function visitNow(known: unknown, newest: string, now: number): Visit {
  if (!isVisit(known)) return { mark: null, newest, at: now }
  // A clock that was put back must not make a visit last.
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
