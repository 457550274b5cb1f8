import {
  categoriesBeginning,
  hasWords,
  isBeginning,
  mayBeNear,
  type Sought,
  type SoughtWords,
  type WordSource,
  withBelow,
} from './words.rules.ts'

/** A brand or retailer with a published deal, and the words of its folded name. */
export type KnownName = {
  slug: string
  name: string
  nameKey: string
  words: string[]
  isLiving: boolean
}

/** In-memory data about everything an audience may mean, so that most input needs no query. */
export type Known = {
  brands: KnownName[]
  retailers: KnownName[]
  /** Values as stored: `c:boots`. */
  filed: ReadonlySet<string>
  /** For members: all words that names ever had, sorted. A word that is not among them needs no query. */
  words: readonly string[]
  /** For members: the newest living pieces, among which most matches are found. */
  newest: readonly KnownPiece[]
}

/** A deal and all words it is found by, each surrounded by spaces: ` silk c=boots `. */
export type KnownPiece = { id: string; words: string }

/** Living ones with a word that begins with `beginning`; those whose first word does come first. */
export function namesBeginning(names: KnownName[], beginning: string, limit: number): KnownName[] {
  const first: KnownName[] = []
  const within: KnownName[] = []
  for (const name of names) {
    if (!name.isLiving) continue
    if (name.nameKey.startsWith(beginning)) first.push(name)
    else if (name.nameKey.includes(` ${beginning}`)) within.push(name)
    if (first.length === limit) break
  }
  return [...first, ...within].slice(0, limit)
}

/** Categories that begin with the text and have a deal. */
export function knownCategories({ filed }: Known, text: string, limit: number): string[] {
  return categoriesBeginning(text)
    .filter((value) => withBelow('category', value).some((each) => filed.has(`c:${each}`)))
    .slice(0, limit)
}

/** Numbers and single letters are neither corrections nor kept words. */
const IS_CORRECTED_TO = /^[^0-9=]{3,40}$/

/**
 * The number of newest living pieces in memory. PostgreSQL reads all matches of a word, so only rare words are
 * left to it. Scanning this many takes less than half a millisecond.
 */
export const NEWEST_AT_HAND = 2000

/**
 * Up to `limit` of the newest pieces that match everything. `isCertain` unless older pieces could change the
 * result.
 */
export function piecesAtHand(
  newest: readonly KnownPiece[],
  sought: Sought,
  limit: number,
): { ids: string[]; isCertain: boolean } {
  const found: string[] = []
  for (const { id, words } of newest) {
    if (!sought.groups.every((group) => hasSought(words, group))) continue
    found.push(id)
    if (found.length === limit) break
  }
  return { ids: found, isCertain: found.length === limit || newest.length < NEWEST_AT_HAND }
}

/** Matches as the full-text query does. */
function hasSought(all: string, { words, filed }: SoughtWords): boolean {
  return (
    words.every((word) => all.includes(isBeginning(word) ? ` ${word}` : ` ${word} `)) ||
    filed.some((value) => all.includes(` ${value.replace(':', '=')} `))
  )
}

/**
 * Word lookups for members. Their names are too many for memory, but their words are not: a word that no name
 * has or begins with finds nothing, one that a newest piece has finds something, and only for the rest is the
 * database asked whether a deal still has it.
 */
export function wordsOfMembers(
  known: Known,
  database: Pick<WordSource, 'findAnswered'>,
): WordSource {
  const isCertain = (group: SoughtWords) =>
    group.filed.some((value) => known.filed.has(value)) ||
    known.newest.some(({ words }) => hasSought(words, group))

  return {
    findAnswered: async (groups, { isFirstEnough = false } = {}) => {
      const certain = new Set<number>()
      const open: Array<{ group: SoughtWords; at: number }> = []
      for (const [at, group] of groups.entries()) {
        if (!mayFind(known, group)) continue
        if (isCertain(group)) certain.add(at)
        else open.push({ group, at })
        if (isFirstEnough && certain.size > 0) break
      }
      if (open.length === 0) return certain
      const answered = await database.findAnswered(open.map(({ group }) => group))
      for (const [place, { at }] of open.entries()) if (answered.has(place)) certain.add(at)
      return certain
    },
    findAlike: async (word) => known.words.filter((each) => mayBeNear(word, each)),
    findBrandOfWord: async (word) => findBrandOfWord(known, word),
  }
}

/** False when it is certain that no deal matches. */
export function mayFind(
  { filed: all, words: names }: Pick<Known, 'filed' | 'words'>,
  { words, filed }: SoughtWords,
): boolean {
  if (filed.some((value) => all.has(value))) return true
  return words.every((word) => !IS_CORRECTED_TO.test(word) || isWordOf(names, word))
}

/** Whether the word, or one that it begins, is in the sorted list. Binary search. */
function isWordOf(names: readonly string[], word: string): boolean {
  let [from, to] = [0, names.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((names[middle] ?? '') < word) from = middle + 1
    else to = middle
  }
  const next = names[from] ?? ''
  return isBeginning(word) ? next.startsWith(word) : next === word
}

function findBrandOfWord({ brands }: Known, word: string): string | undefined {
  return brands
    .filter(({ words }) => words.includes(word))
    .map(({ name }) => name)
    .toSorted()[0]
}

/** Word lookups for the public, which searches only brands and vocabulary terms: all of these are in memory. */
export function wordsOfEverybody(known: Known): WordSource {
  const { brands, filed } = known
  const finds = (group: SoughtWords) =>
    group.filed.some((value) => filed.has(value)) ||
    brands.some(({ words }) => hasWords(words, group).begun)

  return {
    findAnswered: async (groups) =>
      new Set(groups.flatMap((group, at) => (finds(group) ? [at] : []))),
    findAlike: async () =>
      brands.flatMap(({ words }) => words).filter((word) => IS_CORRECTED_TO.test(word)),
    findBrandOfWord: async (word) => findBrandOfWord(known, word),
  }
}
