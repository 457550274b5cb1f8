/** Joins words as `a, b and c`, or with another word than `and`. */
export function listInWords(words: readonly string[], before = 'and'): string {
  if (words.length < 2) return words[0] ?? ''
  return `${words.slice(0, -1).join(', ')} ${before} ${words.at(-1)}`
}
