/** Returns the list with one item moved a place up or down; unchanged at its ends. */
export function moved<T>(all: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by
  const [one, other] = [all[from], all[to]]
  if (one === undefined || other === undefined) return [...all]
  return all.with(from, other).with(to, one)
}
