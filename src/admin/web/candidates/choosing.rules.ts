import type { Candidate } from '#app/product-feeds/product-feeds.contract.ts'

type Press = {
  before: ReadonlySet<number>
  /** The pressed candidate, and whether it is chosen now. */
  id: number
  isChosen: boolean
  /** With Shift: the candidate pressed before; all between the two become the same. */
  from: number | undefined
}

/** Returns the chosen ids after a press; candidates that are a deal by their link cannot be chosen. */
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
