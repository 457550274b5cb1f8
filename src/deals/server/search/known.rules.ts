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

/** A brand or retailer of which a deal is out, with the words of its folded name. */
export type KnownName = {
  slug: string
  name: string
  nameKey: string
  words: string[]
  isLiving: boolean
}

/** What is kept at hand of all that an audience may mean, so that most of what is typed asks no database. */
export type Known = {
  brands: KnownName[]
  retailers: KnownName[]
  /** As the records have it: `c:boots`. */
  filed: ReadonlySet<string>
  /** For members: all words that names ever had, in order. Of what is not among them nothing has to be asked. */
  words: readonly string[]
  /** For members: the newest living pieces. Most of what is meant is among them. */
  newest: readonly KnownPiece[]
}

/** A deal with all that it is found by, a blank before and behind each word: ` silk c=boots `. */
export type KnownPiece = { id: string; words: string }

/** Those that live and of whose folded names a word begins so, those that begin so first. */
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

/** Those that begin so and that a deal has. */
export function knownCategories({ filed }: Known, text: string, limit: number): string[] {
  return categoriesBeginning(text)
    .filter((value) => withBelow('category', value).some((each) => filed.has(`c:${each}`)))
    .slice(0, limit)
}

/** Numbers and letters by themselves are not corrected to, and not among the words that are kept. */
const IS_CORRECTED_TO = /^[^0-9=]{3,40}$/

/**
 * So many of the living pieces are at hand: the database goes through all that have a word, so only words that
 * hardly any has are left to it. Looking through as many takes less than half a millisecond.
 */
export const NEWEST_AT_HAND = 2000

/**
 * Up to `limit` of the newest pieces that have everything that is sought. Certain when no piece that is not
 * among the newest could stand before one of them or fill the rest.
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

/** As the database's own words are looked for. */
function hasSought(all: string, { words, filed }: SoughtWords): boolean {
  return (
    words.every((word) => all.includes(isBeginning(word) ? ` ${word}` : ` ${word} `)) ||
    filed.some((value) => all.includes(` ${value.replace(':', '=')} `))
  )
}

/**
 * What members' words find. Their names are too many to be at hand, their words are not: what none of them has, or
 * begins with, is known to find nothing, what one of the newest pieces has is known to find something, and only of
 * the others the database is asked whether a deal still has one.
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

/** False where it is certain that no deal has it. */
export function mayFind(
  { filed: all, words: names }: Pick<Known, 'filed' | 'words'>,
  { words, filed }: SoughtWords,
): boolean {
  if (filed.some((value) => all.has(value))) return true
  return words.every((word) => !IS_CORRECTED_TO.test(word) || isWordOf(names, word))
}

/** Whether it is one of them, or the beginning of one. */
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

/**
 * What everybody's words find, who search brands and what deals are filed under and nothing else: all of that is
 * at hand.
 */
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
