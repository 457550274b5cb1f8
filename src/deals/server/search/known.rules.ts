import {
  categoriesBeginning,
  hasWords,
  isBeginning,
  mayBeNear,
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
}

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
 * What members' words find. Their names are too many to be at hand, their words are not: what none of them has, or
 * begins with, is known to find nothing, and only of the others the database is asked whether a deal still has one.
 */
export function wordsOfMembers(known: Known, database: WordSource): WordSource {
  return {
    findAnswered: async (groups) => {
      const possible = groups.flatMap((group, at) => (mayFind(known, group) ? [{ group, at }] : []))
      const answered = await database.findAnswered(possible.map(({ group }) => group))
      return new Set(possible.flatMap(({ at }, place) => (answered.has(place) ? [at] : [])))
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
