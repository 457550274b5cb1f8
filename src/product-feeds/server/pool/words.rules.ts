import { singularWords } from '#app/deals/server/deal/terms.rules.ts'

const MOST_WORDS = 8

/** Builds a tsquery that requires all words as prefixes; returns undefined without words. */
export function wordsQuery(text: string): string | undefined {
  const words = singularWords(text).slice(0, MOST_WORDS)
  if (words.length === 0) return
  return words.map((word) => `'${word.replaceAll(/['\\]/g, '')}':*`).join(' & ')
}
