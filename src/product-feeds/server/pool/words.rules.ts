import { singularWords } from '#app/deals/server/deal/terms.rules.ts'

const MOST_WORDS = 8

/** What words have to match, as the database writes it: all of them, each from its beginning. Undefined for none. */
export function wordsQuery(text: string): string | undefined {
  const words = singularWords(text).slice(0, MOST_WORDS)
  if (words.length === 0) return
  return words.map((word) => `'${word.replaceAll(/['\\]/g, '')}':*`).join(' & ')
}
