import { FILTER_NAMES } from '#app/shared/filter-names.ts'
import { LAST_PAGE } from './deals.facts.ts'
import { isTermField, VOCABULARY } from './vocabulary.facts.ts'

export type FilterName = (typeof FILTER_NAMES)[number]

/** Of which several may be chosen; several of one kind mean any of them. */
export const LIST_FILTERS = [
  'department',
  'category',
  'brand',
  'colour',
  'size',
  'retailer',
  'not-retailer',
  'ships',
  'not-brand',
  'not-category',
] as const satisfies FilterName[]
export type ListFilter = (typeof LIST_FILTERS)[number]

/** From anybody but a member they are refused, whatever they say. */
export const MEMBERS_FILTERS = ['retailer', 'not-retailer', 'ships'] as const satisfies ListFilter[]

export const SORTS = [
  'newest',
  'percent-off',
  'amount-off',
  'price-up',
  'price-down',
  'best',
] as const
export type Sort = (typeof SORTS)[number]

/** The last so many business days, today among them. */
export const DAYS_OF_SPAN = { today: 1, week: 7, month: 30 } as const
export type DaySpan = keyof typeof DAYS_OF_SPAN

/** Characters of words to search for. */
export const LONGEST_DEAL_SEARCH = 100
/** Words of which more would find nothing that fewer do not. */
export const MOST_SEARCH_WORDS = 8
/** Of one kind. */
export const MOST_CHOSEN = 30
/** Of all kinds. */
export const MOST_CHOSEN_IN_ALL = 50
export const LONGEST_CHOSEN = 200
/** In whole dollars. */
export const HIGHEST_AMOUNT = 1_000_000
export const HIGHEST_PERCENT = 99
export const MOST_SUGGESTIONS = 8
/** Values of one kind that are counted; the most frequent ones and those that are chosen. */
export const MOST_FACET_VALUES = 1000

/** Everything the list of deals may be asked by, as `readFilters` understood it. */
export type Filters = {
  /** Words, one space apart; empty without any. */
  q: string
  department: string[]
  category: string[]
  /** By their slugs, as retailers are. */
  brand: string[]
  colour: string[]
  /** By their comparable keys. */
  size: string[]
  retailer: string[]
  'not-retailer': string[]
  ships: string[]
  'not-brand': string[]
  'not-category': string[]
  min: number | undefined
  max: number | undefined
  off: number | undefined
  save: number | undefined
  /** A span, or a day as YYYY-MM-DD. */
  day: string | undefined
  /** Undefined: as it is best without saying, see {@link sortOf}. */
  sort: Sort | undefined
  ended: boolean
  page: number
}

/** A value that was not understood, and so is not among the filters. */
export type FilterProblem = {
  name: FilterName
  /** As it was given, cut where it is long. */
  value: string
  /** Behind the name: `must be ...`. */
  message: string
}

export const NO_FILTERS: Filters = {
  q: '',
  department: [],
  category: [],
  brand: [],
  colour: [],
  size: [],
  retailer: [],
  'not-retailer': [],
  ships: [],
  'not-brand': [],
  'not-category': [],
  min: undefined,
  max: undefined,
  off: undefined,
  save: undefined,
  day: undefined,
  sort: undefined,
  ended: false,
  page: 1,
}

/**
 * What an address asks for, and what of it cannot be meant. Parameters of other names, and those
 * without a value, as forms send them, say nothing. What only the records know, such as brands, is taken
 * as it is.
 */
export function readFilters(address: URLSearchParams): {
  filters: Filters
  problems: FilterProblem[]
} {
  const problems: FilterProblem[] = []
  const filters = { ...NO_FILTERS }
  const note = (name: FilterName, value: string, message: string) => {
    problems.push({ name, value: shortened(value), message })
  }

  /** The one value of a parameter; of several none, since nobody knows which is meant. */
  function scalar<T>(
    name: FilterName,
    understand: (text: string) => T | undefined,
    message: string,
  ): T | undefined {
    const given = address.getAll(name).filter((text) => text !== '')
    if (given.length > 1) {
      note(name, given.join(', '), 'must be given once')
      return
    }
    const [text] = given
    if (text === undefined) return
    const value = understand(text)
    if (value === undefined) note(name, text, message)
    return value
  }

  const words = scalar('q', searchable, 'must be words')
  if (words !== undefined && words.length > LONGEST_DEAL_SEARCH) {
    note('q', words, `must be at most ${LONGEST_DEAL_SEARCH} characters`)
  } else if (words !== undefined && words.split(' ').length > MOST_SEARCH_WORDS) {
    note('q', words, `must be at most ${MOST_SEARCH_WORDS} words`)
  } else {
    filters.q = words ?? ''
  }

  let inAll = 0
  for (const name of LIST_FILTERS) {
    const given = address.getAll(name).flatMap((text) => text.split(','))
    const chosen = [...new Set(given.map((text) => text.trim()).filter((text) => text !== ''))]
    const understood = chosen.filter((value) => {
      if (isValueOf(name, value)) return true
      note(name, value, NOT_OF_KIND[name])
      return false
    })
    const room = Math.min(MOST_CHOSEN, MOST_CHOSEN_IN_ALL - inAll)
    if (understood.length > room) {
      note(name, understood.slice(room).join(','), `must be at most ${room} of them`)
    }
    filters[name] = understood.slice(0, room).toSorted()
    inAll += filters[name].length
  }

  const amount = `must be whole dollars from 0 to ${HIGHEST_AMOUNT}`
  const dollars = (text: string) => wholeNumber(text, 0, HIGHEST_AMOUNT)
  filters.min = scalar('min', dollars, amount)
  filters.max = scalar('max', dollars, amount)
  if (filters.min !== undefined && filters.max !== undefined && filters.min > filters.max) {
    note('max', String(filters.max), `must be at least ${filters.min}, as min is`)
    filters.max = undefined
  }
  filters.off = scalar(
    'off',
    (text) => wholeNumber(text, 1, HIGHEST_PERCENT),
    `must be a whole number of percent from 1 to ${HIGHEST_PERCENT}`,
  )
  filters.save = scalar(
    'save',
    (text) => wholeNumber(text, 1, HIGHEST_AMOUNT),
    `must be whole dollars from 1 to ${HIGHEST_AMOUNT}`,
  )
  filters.day = scalar('day', asDay, 'must be today, week, month or a day, such as 2026-11-21')
  filters.sort = scalar('sort', asSort, `must be one of ${SORTS.join(', ')}`)
  if (filters.sort === 'best' && filters.q === '') {
    note('sort', 'best', 'must be another one without words to search for')
    filters.sort = undefined
  }
  // What is so without saying is not said.
  if (filters.sort === sortOf({ ...filters, sort: undefined })) filters.sort = undefined
  filters.ended = scalar('ended', (text) => (text === '1' ? true : undefined), 'must be 1') ?? false
  filters.page = readPage(address, note)
  return { filters, problems }
}

/** Strict as it always was: an empty page is none. */
function readPage(
  address: URLSearchParams,
  note: (name: FilterName, value: string, message: string) => void,
): number {
  const given = address.getAll('page')
  if (given.length === 0) return 1
  const page = given.length === 1 ? wholeNumber(given[0] ?? '', 1, LAST_PAGE) : undefined
  if (page === undefined) {
    note('page', given.join(', '), `must be a whole number from 1 to ${LAST_PAGE}`)
  }
  return page ?? 1
}

/** What is asked for, without a question mark: always the same for the same; empty when it is nothing. */
export function writeFilters(filters: Filters): string {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    const isSaid = Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== '' && value !== false && !(name === 'page' && value === 1)
    if (!isSaid) return []
    const text = Array.isArray(value) ? value.toSorted().join(',') : value === true ? '1' : value
    // Commas and what is between words are written as people write them.
    return `${name}=${encodeURIComponent(String(text)).replaceAll('%2C', ',').replaceAll('%20', '+')}`
  }).join('&')
}

/** In which order the list is: with words the best first, else the newest. */
export function sortOf({ q, sort }: Pick<Filters, 'q' | 'sort'>): Sort {
  return sort ?? (q === '' ? 'newest' : 'best')
}

/** Whether anything is chosen, whatever the order and the page. */
export function isNarrowed(filters: Filters): boolean {
  return writeFilters({ ...filters, sort: undefined, page: 1 }) !== ''
}

/** Whether somebody who is no member may ask it: these are refused before anything else is looked at. */
export function asksForMembersFilters(address: URLSearchParams): boolean {
  return MEMBERS_FILTERS.some((name) => address.has(name))
}

/** Whole numbers written plainly: no signs, exponents or lists. */
function wholeNumber(text: string, from: number, to: number): number | undefined {
  if (!/^\d{1,7}$/.test(text)) return
  const value = Number(text)
  return value >= from && value <= to ? value : undefined
}

/** At least one letter or digit, without what no text in the database may hold. */
function searchable(text: string): string | undefined {
  if (!text.isWellFormed() || CONTROL.test(text) || !/[\p{L}\p{N}]/u.test(text)) return
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/

const NOT_OF_KIND: Record<ListFilter, string> = {
  department: 'must be one of our departments',
  category: 'must be one of our categories',
  colour: 'must be one of our colours',
  brand: 'must be a brand',
  'not-brand': 'must be a brand',
  'not-category': 'must be one of our categories',
  size: 'must be a size',
  retailer: 'must be a retailer',
  'not-retailer': 'must be a retailer',
  ships: 'must be a country by its two letters, such as CA',
}

/** What is said of a value that fits the kind and that no deal has. */
export const NO_DEAL_HAS = 'must be one that our deals have'

function isValueOf(name: ListFilter, value: string): boolean {
  if (name === 'ships') return /^[A-Z]{2}$/.test(value)
  const field = name === 'not-category' ? 'category' : name
  if (isTermField(field)) return VOCABULARY[field].some((term) => term.value === value)
  return value.length <= LONGEST_CHOSEN && value.isWellFormed() && !CONTROL.test(value)
}

function asDay(text: string): string | undefined {
  if (Object.hasOwn(DAYS_OF_SPAN, text)) return text
  // Far ones are not worth a question to the database.
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : text
}

function asSort(text: string): Sort | undefined {
  return SORTS.find((sort) => sort === text)
}

const LONGEST_SHOWN = 60

function shortened(value: string): string {
  const text = value.toWellFormed().replace(/\s+/g, ' ')
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text
}
