import type { Candidate } from '#app/product-feeds/product-feeds.contract.ts'

type Press = {
  before: ReadonlySet<number>
  /** What was pressed, and what it is now. */
  id: number
  isChosen: boolean
  /** With Shift: the one that was pressed last, from which all in between go the same way. */
  from: number | undefined
}

/** Those that are chosen after a press; of what is a deal by its link already none can be. */
export function chosenNow(
  candidates: ReadonlyArray<Pick<Candidate, 'id' | 'known'>>,
  { before, id, isChosen, from }: Press,
): ReadonlySet<number> {
  const indexOf = (wanted: number) => candidates.findIndex((each) => each.id === wanted)
  const [start, end] = [indexOf(from ?? id), indexOf(id)]
  const pressed =
    start < 0
      ? candidates.filter((each) => each.id === id)
      : candidates.slice(Math.min(start, end), Math.max(start, end) + 1)
  const now = new Set(before)
  for (const each of pressed) {
    if (isChosen && each.known?.by !== 'link') now.add(each.id)
    else now.delete(each.id)
  }
  return now
}
