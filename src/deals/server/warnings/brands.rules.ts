import { foldName } from '#app/shared/names.ts'

/** Similarity from which two names are close, as `pg_trgm` measures it. */
const CLOSE = 0.5
/** Shorter names are too often a single letter apart. */
const FEWEST_LETTERS = 4

/** The trigrams of every padded word, as in `pg_trgm`. */
function trigramsOf(key: string): Set<string> {
  const found = new Set<string>()
  for (const word of key.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3))
  }
  return found
}

/** The known name closest to this one; undefined when none is close, or when it is known itself. */
export function nearestBrand(
  name: string,
  known: ReadonlyArray<{ name: string; nameKey: string }>,
): string | undefined {
  const key = foldName(name)
  if (key.replaceAll(' ', '').length < FEWEST_LETTERS) return
  const own = trigramsOf(key)
  let nearest: { name: string; likeness: number } | undefined
  for (const other of known) {
    if (other.nameKey === key) return
    const likeness = isOneSlip(key, other.nameKey) ? 1 : likenessOf(own, trigramsOf(other.nameKey))
    if (likeness >= CLOSE && likeness > (nearest?.likeness ?? 0)) {
      nearest = { name: other.name, likeness }
    }
  }
  return nearest?.name
}

function likenessOf(one: Set<string>, other: Set<string>): number {
  const shared = one.intersection(other).size
  return shared / (one.size + other.size - shared)
}

/** Whether the names differ by one added, missing, changed or swapped letter, ignoring spaces. */
function isOneSlip(one: string, other: string): boolean {
  const [a, b] = [one.replaceAll(' ', ''), other.replaceAll(' ', '')]
  if (Math.abs(a.length - b.length) > 1 || b.length < FEWEST_LETTERS) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const rest = (text: string, from: number) => text.slice(from)
  return (
    rest(a, at + 1) === rest(b, at + 1) ||
    rest(a, at + 1) === rest(b, at) ||
    rest(a, at) === rest(b, at + 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2))
  )
}
