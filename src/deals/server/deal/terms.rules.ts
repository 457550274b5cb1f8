import { TERM_WORDS } from '#app/deals/vocabulary/term-words.facts.ts'
import {
  type DealTerms,
  GOOGLE_IDS,
  type SomeTerms,
  TERM_FIELDS,
  type TermField,
  type UnreadWords,
  VOCABULARY,
} from '#app/deals/vocabulary/vocabulary.facts.ts'
import { foldName } from '#app/shared/names.ts'

/** Words that are plural by nature: "shorts" is one piece, and "short" means something else. */
const PAIRS = new Set(['shorts', 'tights'])

/** Single letters that shops write for a department; elsewhere, as in names, they are sizes. */
const LETTERS_ALONE = new Map(
  Object.entries({ f: 'women', w: 'women', m: 'men', h: 'men', u: 'unisex' }),
)

/** The terms of a field by their words and labels, and the word count of the longest. */
type Index = { values: Map<string, string>; longest: number }
type Found = { value: string; endsAt: number }

/** Built on first use, to keep the server's start fast. */
const indexes = new Map<TermField, Index>()

function indexOf(field: TermField): Index {
  const known = indexes.get(field)
  if (known) return known
  const pairs = VOCABULARY[field].flatMap(({ value, label }) =>
    [value, label, ...(TERM_WORDS[field][value] ?? '').split(', ')].map(
      (words): [string, string] => [singularWords(words).join(' '), value],
    ),
  )
  const longest = Math.max(...pairs.map(([words]) => words.split(' ').length))
  const index = { values: new Map(pairs), longest }
  indexes.set(field, index)
  return index
}

/** The term that a cell of a sheet or form means; undefined when that is not certain. */
export function readTerm(field: TermField, text: string): string | undefined {
  const { values } = indexOf(field)
  const whole = values.get(singularWords(text).join(' '))
  if (whole !== undefined) return whole
  if (field === 'department' && LETTERS_ALONE.has(foldName(text))) {
    return LETTERS_ALONE.get(foldName(text))
  }
  if (field !== 'category') return onlyOne(findTerms(field, singularWords(text)))
  if (/^\d+$/.test(text.trim())) return readGoogleId(Number(text))
  // Reads a path from its end, the most specific part: "Women > Shoes > Ankle Boots".
  const steps = text.split(/[>›»]/)
  if (steps.length > 1) return firstOf(steps.reverse(), (step) => readTerm(field, step))
  const sides = text.split(/[/|]/)
  if (sides.length > 1) return narrowest(sides.flatMap((side) => readTerm(field, side) ?? []))
  // Two things at once, as in "Bags & Belts", mean neither.
  if (/[&+,;]|\b(and|et)\b/i.test(text)) return
  // In French the material follows the noun: "veste en cuir".
  const [noun = ''] = text.split(/\s(?:in|en|with|avec)\s/i)
  return lastWord(field, singularWords(text)) ?? lastWord(field, singularWords(noun))
}

/** "Bags/Totes" means the narrower one; "Dresses/Skirts" are two things, so neither. */
function narrowest(values: string[]): string | undefined {
  const parentOf = (value: string) =>
    VOCABULARY.category.find((term) => term.value === value)?.parent
  return values.find((value) =>
    values.every((other) => other === value || other === parentOf(value)),
  )
}

/** The category of a Google product category id. When several of ours share it, their common parent, if any. */
function readGoogleId(id: number): string | undefined {
  const terms = VOCABULARY.category.filter(({ value }) => GOOGLE_IDS[value]?.includes(id))
  if (terms.length <= 1) return terms[0]?.value
  const parents = new Set(terms.map(({ value, parent }) => parent ?? value))
  return parents.size === 1 ? [...parents][0] : undefined
}

/** In English a category ends its description: "leather tote bag". */
function lastWord(field: TermField, words: string[]): string | undefined {
  const last = findTerms(field, words).at(-1)
  return last?.endsAt === words.length ? last.value : undefined
}

/** Guesses a term from a product name; undefined when the name is ambiguous. */
export function guessTerm(field: TermField, productName: string): string | undefined {
  // What follows "with" is an accessory or a detail, not the piece: "Tote with gold chain strap".
  const [piece = ''] = productName.split(/\s(?:with|avec)\s/i)
  if (field !== 'category') return onlyOne(findTerms(field, singularWords(piece)))
  const [noun = ''] = piece.split(/,|\s(?:in|en)\s/i)
  return findTerms(field, singularWords(noun)).at(-1)?.value
}

/** All words that mean a term, folded and in the singular, with those terms. */
export const MEANINGS: ReadonlyMap<
  string,
  ReadonlyArray<{ field: TermField; value: string }>
> = meanings()

function meanings() {
  const all = new Map<string, Array<{ field: TermField; value: string }>>()
  for (const field of TERM_FIELDS) {
    for (const [words, value] of indexOf(field).values) {
      all.set(words, [...(all.get(words) ?? []), { field, value }])
    }
  }
  return all
}

/** Every term that occurs, from left to right; prefers the longest match. */
function findTerms(field: TermField, words: string[]): Found[] {
  const { values, longest } = indexOf(field)
  const found: Found[] = []
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: longest }, (_, index) => longest - index)
    const term = firstOf(lengths, (length) => {
      const value = values.get(words.slice(at, at + length).join(' '))
      return value === undefined
        ? undefined
        : { value, endsAt: Math.min(at + length, words.length) }
    })
    if (term) found.push(term)
    at = term?.endsAt ?? at + 1
  }
  return found
}

function onlyOne(found: Found[]): string | undefined {
  const distinct = new Set(found.map(({ value }) => value))
  return distinct.size === 1 ? [...distinct][0] : undefined
}

function firstOf<T, U>(all: T[], find: (each: T) => U | undefined): U | undefined {
  for (const each of all) {
    const found = find(each)
    if (found !== undefined) return found
  }
  return
}

/** Folds the words and makes them singular, so that stored and searched text match regardless of number. */
export function singularWords(text: string): string[] {
  return foldName(text).split(' ').filter(Boolean).map(singular)
}

function singular(word: string): string {
  // "Hoodies" may come from "hoody" or "hoodie": both become "hoody".
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`
  if (PAIRS.has(word) || word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.slice(0, /(ss|sh|ch|x|z)es$/.test(word) ? -2 : -1)
}

/**
 * Derived columns of a deal: terms guessed from its name where none is set, and words for them that were not
 * understood.
 */
export function derivedTerms(
  deal: DealTerms & { productName: string },
  words: SomeTerms,
): { guessedTerms: SomeTerms; unreadTerms: UnreadWords } {
  const unsaid = TERM_FIELDS.filter((field) => deal[field] === null)
  const pick = (valueFor: (field: TermField) => string | undefined): SomeTerms =>
    Object.fromEntries(
      unsaid.flatMap((field) => {
        const value = valueFor(field)
        return value === undefined ? [] : [[field, value]]
      }),
    )
  return {
    guessedTerms: pick((field) => guessTerm(field, deal.productName)),
    unreadTerms: pick((field) => words[field]),
  }
}
