import { MEANINGS, singularWords } from '#app/deals/server/deal/terms.rules.ts'
import { type TermField, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'

/** Shorter words are looked for as they are, longer ones also as the beginning of one. */
const SHORTEST_BEGINNING = 3
/** Words of letters that may be wrong: one of them, from the second length on two. */
const SHORTEST_FORGIVEN = 3
const SHORTEST_FORGIVEN_TWICE = 5
const LONGEST_PHRASE = Math.max(...[...MEANINGS.keys()].map((words) => words.split(' ').length))
/** How the records have what deals are filed under: `c:boots`, and among their words `c=boots`. */
export const FILED_AS: Record<TermField, string> = { department: 'd', category: 'c', colour: 'k' }

/** What is looked for as one: a word, or words that mean something together, as `ankle boot`. */
export type SoughtWords = {
  words: string[]
  /** As it was typed. */
  typed: string
  /** What it is in the database's own language: at least one of it has to be there. */
  query: string
  /** Of that what deals are filed under, as the records have it: `c:boots`. */
  filed: string[]
  /** The same without what it is only the beginning of. */
  filedExactly: string[]
}

/** What somebody looks for, as the database is asked for it. */
export type Sought = {
  groups: SoughtWords[]
  /** All of it. */
  query: string
  /** The same without beginnings of words: what has this is better. */
  exact: string
  /** All of it in the brand: that is best. */
  brand: string
}

/** Who knows which words find a deal of an audience. */
export type WordSource = {
  /** Of these, by their places, those that do; or the first of them and perhaps others, where that is enough. */
  findAnswered: (groups: SoughtWords[], wish?: { isFirstEnough?: boolean }) => Promise<Set<number>>
  /** Words among which are those of names that are spelled nearly like this one. */
  findAlike: (word: string) => Promise<string[]>
  /** A brand that is out and has this word in its name. */
  findBrandOfWord: (word: string) => Promise<string | undefined>
}

/** Undefined for a text without a word. */
export function readSought(text: string): Sought | undefined {
  const typed = text.split(/\s+/).flatMap((token) => {
    const words = singularWords(token)
    // Signs between words, as in `Coats&Jackets`, make several of one.
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

/** Of how many words from the first on something is meant; else the first alone. */
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

/** Whether a name of these words has all that is looked for as one. */
export function hasWords(
  name: string[],
  { words }: SoughtWords,
): { begun: boolean; whole: boolean } {
  const has = (word: string) => name.includes(word)
  const begins = (word: string) => isBeginning(word) && name.some((each) => each.startsWith(word))
  return { begun: words.every((word) => has(word) || begins(word)), whole: words.every(has) }
}

/** Of the words that mean something those that these are, or begin. */
function meantBy(words: string[]): string[] {
  const [first = ''] = words
  if (words.length > 1 || !isBeginning(first)) return [words.join(' ')]
  return [...MEANINGS.keys()].filter((each) => each.startsWith(first))
}

/** Whether a word is looked for as the beginning of one as well. */
export function isBeginning(word: string): boolean {
  return word.length >= SHORTEST_BEGINNING
}

/** What deals of that meaning have among their words; of a category also those below it. */
function tokensOf(words: string): string[] {
  return valuesOf(words, '=').map(quoted)
}

function valuesOf(words: string, sign: '=' | ':'): string[] {
  return (MEANINGS.get(words) ?? []).flatMap(({ field, value }) =>
    withBelow(field, value).map((each) => `${FILED_AS[field]}${sign}${each}`),
  )
}

/** A category with those below it; of other fields the value alone. */
export function withBelow(field: TermField, value: string): string[] {
  const below = VOCABULARY[field].filter(({ parent }) => parent === value)
  return [value, ...below.map((term) => term.value)]
}

/** Of which a name begins so, the first word of it or another. */
export function categoriesBeginning(text: string): string[] {
  const beginning = singularWords(text).join(' ')
  if (beginning === '') return []
  // Of two letters many words are the beginning that nobody thinks of.
  const isWord = isBeginning(beginning)
  const byWords = [...MEANINGS].flatMap(([words, meant]) =>
    isWord && words.startsWith(beginning) ? meant.filter(({ field }) => field === 'category') : [],
  )
  const byLabel = CATEGORY_ENDS.filter(({ ends }) => ends.some((end) => end.startsWith(beginning)))
  return [...new Set([...byLabel, ...byWords].map(({ value }) => value))]
}

/** What each is called, from each of its words on. */
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

/** How many letters of a word may be wrong. */
function mostWrong({ length }: string): number {
  return length < SHORTEST_FORGIVEN ? 0 : length < SHORTEST_FORGIVEN_TWICE ? 1 : 2
}

/** Most words are told apart by their lengths, or by letters that one has and the other has not. */
export function mayBeNear(wrong: string, word: string): boolean {
  const most = mostWrong(wrong)
  if (most === 0 || Math.abs(word.length - wrong.length) > most) return false
  return differ(lettersIn(wrong), lettersIn(word)) <= 2 * most
}

/** Words that are spelled nearly like this one, the nearest first; none for one that is too short. */
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
      // Who mistypes a word mostly begins it right.
      Number(b.word[0] === wrong[0]) - Number(a.word[0] === wrong[0]) ||
      (a.word < b.word ? -1 : 1),
  )
  return near.map(({ word }) => word)
}

/** A bit for each letter that occurs, shared by letters that are 32 apart. */
function lettersIn(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

/** In how many bits. A letter that is another changes two of them at most. */
function differ(one: number, two: number): number {
  let count = 0
  for (let bits = one ^ two; bits !== 0; bits &= bits - 1) count += 1
  return count
}

/** All words of the vocabulary that stand alone: the same in every catalogue. */
export const KNOWN_WORDS: readonly string[] = [...MEANINGS.keys()].filter(
  (words) => !words.includes(' ') && words.length >= SHORTEST_FORGIVEN,
)

/**
 * How many letters have to be changed, added, left out or swapped with their neighbour; more than `most`
 * counts as one more than that.
 */
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
