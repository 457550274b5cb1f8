import { FILTER_NAMES } from '#app/shared/filter-names.ts'

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
/** In whole dollars. */
export const HIGHEST_AMOUNT = 1_000_000
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

/** What is asked for, without a question mark: always the same for the same; empty when it is nothing. */
export function writeFilters(filters: Filters): string {
  let written = ''
  // Each way to narrow a list further is an address of its own: a page writes a hundred.
  for (const name of FILTER_NAMES) {
    const value = filters[name]
    const isSaid = Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== '' && value !== false && !(name === 'page' && value === 1)
    if (!isSaid) continue
    const text = Array.isArray(value) ? value.toSorted().join(',') : value === true ? '1' : value
    // Commas and what is between words are written as people write them.
    const said = encodeURIComponent(String(text)).replaceAll('%2C', ',').replaceAll('%20', '+')
    written += `${written === '' ? '' : '&'}${name}=${said}`
  }
  return written
}

/** The filters that {@link writeFilters} wrote: nothing else is asked of them. */
export function filtersWritten(written: string): Filters {
  const filters: Record<string, unknown> = { ...NO_FILTERS }
  for (const [name, text] of new URLSearchParams(written)) {
    filters[name] = isListFilter(name) ? text.split(',') : AMOUNTS.has(name) ? Number(text) : text
  }
  return { ...filters, ended: filters.ended === '1' } as Filters
}

const AMOUNTS = new Set<string>(['min', 'max', 'off', 'save', 'page'] satisfies FilterName[])

export function isListFilter(name: string): name is ListFilter {
  return (LIST_FILTERS as readonly string[]).includes(name)
}

/** In which order the list is: with words the best first, else the newest. */
export function sortOf({ q, sort }: Pick<Filters, 'q' | 'sort'>): Sort {
  return sort ?? (q === '' ? 'newest' : 'best')
}

/** Whether anything is chosen, whatever the order and the page. */
export function isNarrowed(filters: Filters): boolean {
  return writeFilters({ ...filters, sort: undefined, page: 1 }) !== ''
}
