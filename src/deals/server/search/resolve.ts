import type { Database } from '#app/db/database.ts'
import {
  DAYS_OF_SPAN,
  type DaySpan,
  type FilterName,
  type FilterProblem,
  type Filters,
  LIST_FILTERS,
  type ListFilter,
} from '#app/deals/filters/filters.facts.ts'
import { NO_DEAL_HAS } from '#app/deals/filters/reading.facts.ts'
import { addDays } from '#app/shared/dates.ts'
import type { Audience } from './audience.rules.ts'
import {
  type Asked,
  type AskedValue,
  findBrandsBySlug,
  findFiled,
  findNumbers,
  findRetailersBySlug,
} from './search.queries.ts'
import { wordsInDatabase } from './words.queries.ts'
import {
  KNOWN_WORDS,
  nearestWords,
  readSought,
  type Sought,
  type SoughtWords,
  type WordSource,
  withBelow,
} from './words.rules.ts'

/** Filters with their values looked up in the database. */
export type Resolved = {
  /** Without unknown values. */
  filters: Filters
  asked: Asked
  /** Names of brands and retailers by slug. */
  names: { brand: Map<string, string>; retailer: Map<string, string> }
  /** Replaced brands by the slug that was asked for, with the slug of their successor. */
  renamed: Map<string, string>
  unknown: FilterProblem[]
  searchedFor?: string
}

/**
 * Looks up which filter values this audience's deals have. Values that only unpublished deals have are as
 * unknown as values that never existed.
 */
export async function resolveFilters(
  db: Database,
  audience: Audience,
  { filters, today }: { filters: Filters; today: string },
): Promise<Resolved> {
  const brands = await findBrandsBySlug(db, [...filters.brand, ...filters['not-brand']])
  const retailers = await findRetailersBySlug(db, [...filters.retailer, ...filters['not-retailer']])
  const ids = new Map<string, string[]>([
    ...brands.map(({ asked, id }) => [`b:${asked}`, [`b:${id}`]] as [string, string[]]),
    ...retailers.map(({ slug, id }) => [`r:${slug}`, [`r:${id}`]] as [string, string[]]),
  ])
  const values = LIST_FILTERS.flatMap((name) =>
    filters[name].map((value): AskedValue => ({ name, value, ...meaningOf(name, value, ids) })),
  )
  const numbers = await findNumbers(db, audience, values)
  const search = await forgive(wordsInDatabase(db, audience), filters.q)
  const isPublic = audience === 'public'

  const slugs = new Map(brands.map(({ asked, slug }) => [asked, slug]))

  const known: Filters = { ...filters }
  const unknown: FilterProblem[] = []
  const renamed = new Map<string, string>()
  const lists: Asked['lists'] = {}
  for (const name of LIST_FILTERS) known[name] = []
  for (const [at, { name, column, value }] of values.entries()) {
    const found = numbers.get(at)
    if (!found) {
      unknown.push({ name, value, message: NO_DEAL_HAS })
      continue
    }
    const list = known[name as ListFilter]
    const meant = (isOfBrands(name) && slugs.get(value)) || value
    if (meant !== value) renamed.set(value, meant)
    if (!list.includes(meant)) list.push(meant)
    const before = lists[name]?.numbers ?? []
    lists[name] = { column, numbers: [...before, ...found], isNot: name.startsWith('not-') }
  }
  const { min, max, off, save, ended } = filters
  return {
    filters: known,
    names: { brand: namesOf(brands), retailer: namesOf(retailers) },
    renamed,
    unknown,
    ...(search?.searchedFor !== undefined && { searchedFor: search.searchedFor }),
    asked: {
      audience,
      min,
      max,
      off,
      save,
      ended,
      lists,
      days: daysOf(filters.day, today),
      sought: isPublic ? undefined : search?.sought,
      filed: isPublic && search ? await findFiled(db, search.sought) : undefined,
    },
  }
}

function namesOf(all: Array<{ slug: string; name: string }>): Map<string, string> {
  return new Map(all.map(({ slug, name }) => [slug, name]))
}

function isOfBrands(name: FilterName): boolean {
  return name === 'brand' || name === 'not-brand'
}

/** The stored values that a filter value means; none for an unknown brand or retailer. */
function meaningOf(
  name: ListFilter,
  value: string,
  ids: Map<string, string[]>,
): Pick<AskedValue, 'column' | 'means'> {
  switch (name) {
    case 'department':
      return { column: 'department', means: [`d:${value}`] }
    case 'category':
    case 'not-category':
      return {
        column: 'category',
        means: withBelow('category', value).map((each) => `c:${each}`),
      }
    case 'colour':
      return { column: 'colour', means: [`k:${value}`] }
    case 'brand':
    case 'not-brand':
      return { column: 'brand', means: ids.get(`b:${value}`) ?? [] }
    case 'size':
      return { column: 'sizes', means: [value] }
    case 'retailer':
    case 'not-retailer':
      return { column: 'retailer', means: ids.get(`r:${value}`) ?? [] }
    case 'ships':
      return { column: 'retailer', means: [value] }
  }
}

function daysOf(day: string | undefined, today: string): Asked['days'] {
  if (day === undefined) return
  if (!isSpan(day)) return { from: day, to: day }
  return { from: addDays(today, 1 - DAYS_OF_SPAN[day]), to: today }
}

function isSpan(day: string): day is DaySpan {
  return Object.hasOwn(DAYS_OF_SPAN, day)
}

/** Parses a search; replaces words that find nothing by the nearest word that finds something. */
export async function forgive(
  source: WordSource,
  text: string,
): Promise<{ sought: Sought; searchedFor?: string } | undefined> {
  const sought = readSought(text)
  if (!sought) return
  const { groups } = sought
  const answered = await source.findAnswered(groups)
  const meant = new Map<number, Meant>()
  for (const [at, group] of groups.entries()) {
    const word = answered.has(at) ? undefined : await findMeant(source, group)
    if (word) meant.set(at, word)
  }
  const brands = [...meant.values()].flatMap(({ brand }) => brand ?? [])
  // A brand is spelled as it spells itself, in all its words.
  const spell = ({ words: [word = '', ...more], typed }: SoughtWords) => {
    if (more.length > 0) return typed
    return brands.flatMap((brand) => wordAsWritten(brand, word) ?? []).at(0) ?? typed
  }
  const words = groups.map((group, at) => meant.get(at)?.spelled ?? spell(group))
  const searchedFor = words.join(' ')
  const corrected = meant.size > 0 ? readSought(searchedFor) : undefined
  return corrected ? { sought: corrected, searchedFor } : { sought }
}

/** Candidates that are tried. */
const MOST_TRIED = 8

/** A corrected word, and the brand it belongs to. */
type Meant = { spelled: string; brand: string | undefined }

async function findMeant(source: WordSource, { words }: SoughtWords): Promise<Meant | undefined> {
  const [wrong = '', ...more] = words
  // A known phrase is spelled correctly: there is just no such deal.
  if (more.length > 0 || KNOWN_WORDS.includes(wrong)) return
  const alike = await source.findAlike(wrong)
  const near = nearestWords(wrong, [...alike, ...KNOWN_WORDS]).slice(0, MOST_TRIED)
  const tried = near.flatMap((word) => {
    const [group] = readSought(word)?.groups ?? []
    return group ? [{ word, group }] : []
  })
  const groups = tried.map(({ group }) => group)
  const answered = await source.findAnswered(groups, { isFirstEnough: true })
  const word = tried.find((_, at) => answered.has(at))?.word
  if (word === undefined) return
  const brand = await source.findBrandOfWord(word)
  return { spelled: (brand && wordAsWritten(brand, word)) ?? word, brand }
}

/** The part of a brand's name that this word matches. */
function wordAsWritten(brand: string, word: string): string | undefined {
  return brand
    .split(/\s+/)
    .find((each) => readSought(each)?.groups.some((group) => group.words.includes(word)))
}
