import {
  categoriesBeginning,
  hasWords,
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

/** Numbers and letters by themselves are not corrected to. */
const IS_CORRECTED_TO = /^[^0-9=]{3,40}$/

/**
 * What everybody's words find, who search brands and what deals are filed under and nothing else: all of that is
 * at hand.
 */
export function wordsOfEverybody({ brands, filed }: Known): WordSource {
  const finds = (group: SoughtWords) =>
    group.filed.some((value) => filed.has(value)) ||
    brands.some(({ words }) => hasWords(words, group).begun)

  return {
    findAnswered: async (groups) =>
      new Set(groups.flatMap((group, at) => (finds(group) ? [at] : []))),
    findAlike: async () =>
      brands.flatMap(({ words }) => words).filter((word) => IS_CORRECTED_TO.test(word)),
    findBrandOfWord: async (word) =>
      brands
        .filter(({ words }) => words.includes(word))
        .map(({ name }) => name)
        .toSorted()[0],
  }
}
