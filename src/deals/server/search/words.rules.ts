import { MEANINGS, singularWords } from '#app/deals/server/deal/terms.rules.ts'
import { type TermField, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'

/** Shorter words must match completely, longer ones match as prefixes too. */
const SHORTEST_BEGINNING = 3
/** Words this long may have one wrong letter, from the second length on two. */
const SHORTEST_FORGIVEN = 3
const SHORTEST_FORGIVEN_TWICE = 5
const LONGEST_PHRASE = Math.max(...[...MEANINGS.keys()].map((words) => words.split(' ').length))
/** The prefix of vocabulary terms: as values `c:boots`, among the words `c=boots`. */
export const FILED_AS: Record<TermField, string> = { department: 'd', category: 'c', colour: 'k' }

/** Words that are matched together: a single one, or a phrase such as `ankle boot`. */
export type SoughtWords = {
  words: string[]
  /** As typed. */
  typed: string
  /** As a tsquery; it matches when any of its alternatives does. */
  query: string
  /** The vocabulary terms it may mean, as stored: `c:boots`. */
  filed: string[]
  /** The same without terms of which it is only a prefix. */
  filedExactly: string[]
}

/** A search as the database is queried for it. */
export type Sought = {
  groups: SoughtWords[]
  /** All groups must match. */
  query: string
  /** The same without prefixes: such matches rank higher. */
  exact: string
  /** All words in the brand: these rank highest. */
  brand: string
}

/** Looks up which words find deals of an audience. */
export type WordSource = {
  /** The indexes of the groups that find a deal; with `isFirstEnough`, the first of them and perhaps others. */
  findAnswered: (groups: SoughtWords[], wish?: { isFirstEnough?: boolean }) => Promise<Set<number>>
  /** Candidates that include similarly spelled words of names. */
  findAlike: (word: string) => Promise<string[]>
  /** A brand with a published deal that has this word in its name. */
  findBrandOfWord: (word: string) => Promise<string | undefined>
}

/** Parses a search; undefined when it contains no word. */
export function readSought(text: string): Sought | undefined {
  const typed = text.split(/\s+/).flatMap((token) => {
    const words = singularWords(token)
    // Punctuation inside a token, as in `Coats&Jackets`, separates words.
    return words.map((word) => ({ word, typed: words.length === 1 ? token : word }))
  })
  if (typed.length === 0) return
  const groups: SoughtWords[] = []
  const exact: string[] = []
  for (let at = 0; at < typed.length; ) {
    const length = lengthOfPhrase(typed.slice(at).map(({ word }) => word))
    const some = typed.slice(at, at + length)
    const words = some.map(({ word }) => word)
    const typedSo = some.map((each) => each.typed).join(' ')
    groups.push({
      words,
      typed: typedSo,
      query: queryOf(words),
      filed: filedUnder(meantBy(words)),
      filedExactly: filedUnder([words.join(' ')]),
    })
    exact.push(anyOf([words.map(quoted).join(' & '), ...tokensOf(words.join(' '))]))
    at += length
  }
  return {
    groups,
    query: groups.map(({ query }) => query).join(' & '),
    exact: exact.join(' & '),
    brand: typed.map(({ word }) => quoted(`b=${word}`)).join(' & '),
  }
}

/** The length of the longest known phrase at the start; 1 when there is none. */
function lengthOfPhrase(words: string[]): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 1; length -= 1) {
    if (MEANINGS.has(words.slice(0, length).join(' '))) return length
  }
  return 1
}

function queryOf(words: string[]): string {
  const inNames = words
    .map((word) => (isBeginning(word) ? `${quoted(word)}:*` : quoted(word)))
    .join(' & ')
  return anyOf([inNames, ...meantBy(words).flatMap(tokensOf)])
}

function filedUnder(meant: string[]): string[] {
  return [...new Set(meant.flatMap((words) => valuesOf(words, ':')))]
}

/** Whether the words of a name match a group, as prefixes and as whole words. */
export function hasWords(
  name: string[],
  { words }: SoughtWords,
): { begun: boolean; whole: boolean } {
  const has = (word: string) => name.includes(word)
  const begins = (word: string) => isBeginning(word) && name.some((each) => each.startsWith(word))
  return { begun: words.every((word) => has(word) || begins(word)), whole: words.every(has) }
}

/** The known phrases that these words are, or are a prefix of. */
function meantBy(words: string[]): string[] {
  const [first = ''] = words
  if (words.length > 1 || !isBeginning(first)) return [words.join(' ')]
  return [...MEANINGS.keys()].filter((each) => each.startsWith(first))
}

/** Whether a word is also matched as a prefix. */
export function isBeginning(word: string): boolean {
  return word.length >= SHORTEST_BEGINNING
}

/** The tokens that deals of this meaning have among their words; a category includes its subcategories. */
function tokensOf(words: string): string[] {
  return valuesOf(words, '=').map(quoted)
}

function valuesOf(words: string, sign: '=' | ':'): string[] {
  return (MEANINGS.get(words) ?? []).flatMap(({ field, value }) =>
    withBelow(field, value).map((each) => `${FILED_AS[field]}${sign}${each}`),
  )
}

/** A category with its subcategories; other terms alone. */
export function withBelow(field: TermField, value: string): string[] {
  const below = VOCABULARY[field].filter(({ parent }) => parent === value)
  return [value, ...below.map((term) => term.value)]
}

/** Categories with a name that begins with the text, at its first or a later word. */
export function categoriesBeginning(text: string): string[] {
  const beginning = singularWords(text).join(' ')
  if (beginning === '') return []
  // Two letters are a prefix of many words that nobody means.
  const isWord = isBeginning(beginning)
  const byWords = [...MEANINGS].flatMap(([words, meant]) =>
    isWord && words.startsWith(beginning) ? meant.filter(({ field }) => field === 'category') : [],
  )
  const byLabel = CATEGORY_ENDS.filter(({ ends }) => ends.some((end) => end.startsWith(beginning)))
  return [...new Set([...byLabel, ...byWords].map(({ value }) => value))]
}

/** The suffixes of each category's label, starting at each of its words. */
const CATEGORY_ENDS = VOCABULARY.category.map(({ value, label }) => ({
  value,
  ends: singularWords(label).map((_, at, words) => words.slice(at).join(' ')),
}))

function anyOf(queries: string[]): string {
  return `(${[...new Set(queries)].map((query) => (query.includes(' ') ? `(${query})` : query)).join(' | ')})`
}

function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The number of wrong letters that are forgiven. */
function mostWrong({ length }: string): number {
  return length < SHORTEST_FORGIVEN ? 0 : length < SHORTEST_FORGIVEN_TWICE ? 1 : 2
}

/** A fast pre-check: most words differ too much in length or in the letters they contain. */
export function mayBeNear(wrong: string, word: string): boolean {
  const most = mostWrong(wrong)
  if (most === 0 || Math.abs(word.length - wrong.length) > most) return false
  return differ(lettersIn(wrong), lettersIn(word)) <= 2 * most
}

/** Similarly spelled words, nearest first; none when the word is too short. */
export function nearestWords(wrong: string, candidates: Iterable<string>): string[] {
  const most = mostWrong(wrong)
  if (most === 0) return []
  const near: Array<{ word: string; wrong: number }> = []
  for (const word of new Set(candidates)) {
    if (!mayBeNear(wrong, word)) continue
    const count = wrongLetters(wrong, word, most)
    if (count <= most) near.push({ word, wrong: count })
  }
  near.sort(
    (a, b) =>
      a.wrong - b.wrong ||
      // People rarely mistype the first letter.
      Number(b.word[0] === wrong[0]) - Number(a.word[0] === wrong[0]) ||
      (a.word < b.word ? -1 : 1),
  )
  return near.map(({ word }) => word)
}

/** One bit per letter that occurs, shared by letters that are 32 apart. */
function lettersIn(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

/** The number of differing bits. Replacing one letter changes at most two. */
function differ(one: number, two: number): number {
  let count = 0
  for (let bits = one ^ two; bits !== 0; bits &= bits - 1) count += 1
  return count
}

/** Single words of the vocabulary, the same in every catalogue. */
export const KNOWN_WORDS: readonly string[] = [...MEANINGS.keys()].filter(
  (words) => !words.includes(' ') && words.length >= SHORTEST_FORGIVEN,
)

/** The edit distance with changed, added, missing and swapped neighbouring letters, capped at `most` + 1. */
function wrongLetters(one: string, two: string, most: number): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: two.length + 1 }, (_, at) => at)]
  for (let row = 0; row < one.length; row += 1) {
    const current = [row + 1]
    let fewest = row + 1
    for (let column = 0; column < two.length; column += 1) {
      const isSame = one[row] === two[column]
      const changed = (last[column] ?? 0) + Number(!isSame)
      const addedOrLeft = Math.min(last[column + 1] ?? 0, current[column] ?? 0) + 1
      const isSwapped =
        row > 0 && column > 0 && one[row] === two[column - 1] && one[row - 1] === two[column]
      const swapped = isSwapped ? (beforeLast[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const letters = Math.min(changed, addedOrLeft, swapped)
      current.push(letters)
      fewest = Math.min(fewest, letters)
    }
    if (fewest > most) return most + 1
    ;[beforeLast, last] = [last, current]
  }
  return Math.min(last.at(-1) ?? 0, most + 1)
}
