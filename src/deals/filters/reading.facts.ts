import { LAST_PAGE } from '#app/deals/deals.facts.ts'
import { isTermField, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { isCalendarDay } from '#app/shared/dates.ts'
import {
  DAYS_OF_SPAN,
  type FilterName,
  type FilterProblem,
  type Filters,
  HIGHEST_AMOUNT,
  LIST_FILTERS,
  type ListFilter,
  LONGEST_DEAL_SEARCH,
  NO_FILTERS,
  SORTS,
  type Sort,
  sortOf,
} from './filters.facts.ts'

/** Further words are dropped and reported: they would only narrow the results. */
const MOST_SEARCH_WORDS = 8
/** Values per filter. */
export const MOST_CHOSEN = 30
/** Values of all filters together. */
export const MOST_CHOSEN_IN_ALL = 50
const LONGEST_CHOSEN = 200
const HIGHEST_PERCENT = 99

/**
 * Parses the filters of an address and reports invalid values. Ignores unknown parameters and empty values, as
 * forms send them. Values that only the database knows, such as brands, are taken unchecked.
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

  /** The single value of a parameter; a repeated parameter is a problem, since the choice would be a guess. */
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
  } else if (words !== undefined) {
    const each = words.split(' ')
    const more = each.slice(MOST_SEARCH_WORDS)
    if (more.length > 0) note('q', more.join(' '), `must be at most ${MOST_SEARCH_WORDS} words`)
    filters.q = searchable(each.slice(0, MOST_SEARCH_WORDS).join(' ')) ?? ''
  }

  let inAll = 0
  for (const name of LIST_FILTERS) {
    const given = address.getAll(name).filter((text) => text !== '')
    const values = given.flatMap((text) => text.split(',')).map((text) => text.trim())
    const chosen = [...new Set(values.filter((text) => text !== ''))]
    // A value of only commas is not an empty form field: somebody meant something by it.
    if (chosen.length === 0 && given.length > 0) note(name, given.join(','), NOT_OF_KIND[name])
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

  for (const { name, of } of OPPOSITES) {
    const both = filters[name].filter((value) => filters[of].includes(value))
    for (const value of both) note(name, value, `must not be chosen by ${of} as well`)
    filters[name] = filters[name].filter((value) => !both.includes(value))
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
  // Omits the default.
  if (filters.sort === sortOf({ ...filters, sort: undefined })) filters.sort = undefined
  filters.ended = scalar('ended', (text) => (text === '1' ? true : undefined), 'must be 1') ?? false
  filters.page = readPage(address, note)
  return { filters, problems }
}

/** Strict: an empty page is an error. */
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

/** A whole number in plain digits: no signs, exponents or lists. */
function wholeNumber(text: string, from: number, to: number): number | undefined {
  if (!/^\d{1,7}$/.test(text)) return
  const value = Number(text)
  return value >= from && value <= to ? value : undefined
}

/** Requires a letter or digit, and rejects what PostgreSQL cannot store as text. */
function searchable(text: string): string | undefined {
  if (!text.isWellFormed() || CONTROL.test(text) || !/[\p{L}\p{N}]/u.test(text)) return
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
const CONTROL = /[\u0000-\u001f\u007f]/
const CONTROLS = new RegExp(CONTROL, 'g')

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

/** Pairs that would match nothing when both hold the same value. */
const OPPOSITES = [
  { name: 'not-brand', of: 'brand' },
  { name: 'not-category', of: 'category' },
  { name: 'not-retailer', of: 'retailer' },
] as const

/** The message for a value that is of the right kind, but of no deal. */
export const NO_DEAL_HAS = 'must be one that our deals have'

function isValueOf(name: ListFilter, value: string): boolean {
  if (name === 'ships') return /^[A-Z]{2}$/.test(value)
  const field = name === 'not-category' ? 'category' : name
  if (isTermField(field)) return VOCABULARY[field].some((term) => term.value === value)
  return value.length <= LONGEST_CHOSEN && value.isWellFormed() && !CONTROL.test(value)
}

function asDay(text: string): string | undefined {
  if (Object.hasOwn(DAYS_OF_SPAN, text)) return text
  // Only years 20xx: others would cost a query for nothing.
  return text.startsWith('20') && isCalendarDay(text) ? text : undefined
}

function asSort(text: string): Sort | undefined {
  return SORTS.find((sort) => sort === text)
}

const LONGEST_SHOWN = 60

function shortened(value: string): string {
  const text = value.toWellFormed().replace(/\s+/g, ' ').replace(CONTROLS, '\ufffd')
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text
}
