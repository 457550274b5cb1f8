/** A run of items that are unchanged, removed or added. */
export type Stretch<T> = { kind: 'same' | 'gone' | 'new'; items: T[] }

/**
 * The difference between two lists, based on their longest common subsequence. Time and memory grow with the
 * product of their lengths, so it suits the words of a paragraph and the paragraphs of a section.
 */
export function changesBetween<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): Stretch<T>[] {
  const [old, young] = [before.map(keyOf), after.map(keyOf)]
  const lengths = longestCommon(old, young)
  const changes: Stretch<T>[] = []
  const add = (kind: Stretch<T>['kind'], item: T | undefined) => {
    if (item === undefined) return
    const last = changes.at(-1)
    if (last?.kind === kind) last.items.push(item)
    else changes.push({ kind, items: [item] })
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      add('same', after[j])
      i += 1
      j += 1
    } else if (
      j >= young.length ||
      (i < old.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      add('gone', before[i])
      i += 1
    } else {
      add('new', after[j])
      j += 1
    }
  }
  return changes
}

/** Lengths of the longest common subsequence of the remainders from each pair of positions. */
function longestCommon(old: readonly string[], young: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(young.length + 1).fill(0),
  )
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] as number[]
    for (let j = young.length - 1; j >= 0; j -= 1) {
      row[j] =
        old[i] === young[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1))
    }
  }
  return lengths
}

const at = (lengths: number[][], i: number, j: number) => lengths[i]?.[j] ?? 0
