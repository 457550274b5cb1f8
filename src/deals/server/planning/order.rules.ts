import { EDITION_TIME, POSITION_GAP } from '#app/deals/editions.facts.ts'
import { momentsAt } from '#app/shared/dates.ts'

/** Items ordered by widely spaced integers, so that moving one rewrites only that one. */
type Placed = { id: string; position: number }

/** Well within the range of the integer column. */
const FARTHEST = 2 ** 30

/**
 * The positions to write so that `ids` follow `after` among `others`, which are in order; at the top when
 * `after` is null. Renumbers everything only when no gap is left. Undefined when `after` is missing.
 */
export function positionsFor(
  ids: string[],
  { after, others }: { after: string | null; others: Placed[] },
): Map<string, number> | undefined {
  const at = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
  if (after !== null && at === 0) return
  const between = room(others[at - 1]?.position, others[at]?.position, ids.length)
  if (between) return new Map(ids.map((id, index) => [id, between[index] ?? 0]))
  const all = [...others.slice(0, at).map(({ id }) => id), ...ids]
  all.push(...others.slice(at).map(({ id }) => id))
  return new Map(all.map((id, index) => [id, (index + 1) * POSITION_GAP]))
}

/** Evenly spaced positions between two others; undefined when there is not enough room. */
function room(
  before: number | undefined,
  behind: number | undefined,
  many: number,
): number[] | undefined {
  const from = before ?? (behind === undefined ? 0 : behind - POSITION_GAP * (many + 1))
  const to = behind ?? from + POSITION_GAP * (many + 1)
  const step = Math.floor((to - from) / (many + 1))
  if (step < 1 || Math.abs(from) > FARTHEST || Math.abs(to) > FARTHEST) return
  return Array.from({ length: many }, (_, index) => from + step * (index + 1))
}

type Timed = { at: Date | null }

/** The most common time of a day, used for deals without one; null when none has a time. */
export function usualTime(planned: Timed[]): number | null {
  const counts = new Map<number, number>()
  for (const { at } of planned) {
    if (at) counts.set(at.getTime(), (counts.get(at.getTime()) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([a, times], [b, others]) => others - times || a - b)
  return most?.[0] ?? null
}

type Waiting = Timed & { isPublished: boolean; position: number }

/** Sorts deals in feed order; those without a time go out at the usual time: `usualMs`, null when unknown. */
export function arrange<Row extends Waiting>(rows: Row[], day: string, now: Date) {
  const waiting = rows.filter(({ isPublished }) => !isPublished)
  const [usual] = momentsAt(day, EDITION_TIME)
  const usualMs = usualTime(waiting) ?? (usual && usual > now ? usual.getTime() : null)
  const timeOf = ({ at }: Timed) => at?.getTime() ?? usualMs ?? Number.POSITIVE_INFINITY
  const inOrder = rows.toSorted((a, b) => {
    const [of, other] = [timeOf(a), timeOf(b)]
    return of === other ? a.position - b.position : of > other ? -1 : 1
  })
  return { inOrder, usualMs, timeOf }
}
