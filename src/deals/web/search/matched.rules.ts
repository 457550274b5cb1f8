type Part = { text: string; isMatch: boolean }

/** Splits a name into parts that match the typed words, as whole words or prefixes, ignoring accents and case. */
export function matchedParts(label: string, typed: string): Part[] {
  const letters = [...label]
  const folded = letters.map(fold)
  const words = typed.split(/[^\p{L}\p{N}]+/u).map((word) => [...word].map(fold))
  const isMatch = letters.map(() => false)
  for (const word of words) {
    if (word.length === 0) continue
    const at = folded.findIndex(
      (_, index) =>
        !/[\p{L}\p{N}]/u.test(letters[index - 1] ?? '') &&
        word.every((letter, offset) => folded[index + offset] === letter),
    )
    if (at >= 0) isMatch.fill(true, at, at + word.length)
  }
  const parts: Part[] = []
  for (const [index, letter] of letters.entries()) {
    const last = parts.at(-1)
    const matches = isMatch[index] === true
    if (last?.isMatch === matches) last.text += letter
    else parts.push({ text: letter, isMatch: matches })
  }
  return parts
}

function fold(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
