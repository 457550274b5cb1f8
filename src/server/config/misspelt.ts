/** Shorter names are too close to ordinary variables, such as `HOST` and `HOME`. */
const SHORTEST = 7
/** From this length on, two typos are tolerated. */
const LONG = 10

/**
 * Finds variables that look like misspelt settings. If they were ignored, the server would not run as its operator
 * believes.
 */
export function findMisspelt(names: string[], settings: string[]): string[] {
  return names
    .filter((name) => name.length >= SHORTEST && !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => isSlipOf(name.toUpperCase(), setting))
      return meant ? [`${name} is not a setting: is ${meant} meant?`] : []
    })
}

function isSlipOf(name: string, setting: string): boolean {
  if (setting.length < SHORTEST) return false
  const most = setting.length >= LONG ? 2 : 1
  return Math.abs(name.length - setting.length) <= most && slips(name, setting) <= most
}

/** Edit distance with transpositions (Damerau-Levenshtein). */
function slips(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const hasSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        hasSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
