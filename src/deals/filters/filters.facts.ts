import { FILTER_NAMES } from '#app/shared/filter-names.ts'

export type FilterName = (typeof FILTER_NAMES)[number]

/** Filters that take several values; several values of one filter are alternatives. */
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

/** Only members may use these; for everybody else they are refused, whatever the value. */
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

/** Lengths in business days, including today. */
export const DAYS_OF_SPAN = { today: 1, week: 7, month: 30 } as const
export type DaySpan = keyof typeof DAYS_OF_SPAN

/** Characters of the search words. */
export const LONGEST_DEAL_SEARCH = 100
/** In whole dollars. */
export const HIGHEST_AMOUNT = 1_000_000
export const MOST_SUGGESTIONS = 8
/** Values counted per facet: the most frequent ones, and those that are chosen. */
export const MOST_FACET_VALUES = 1000

/** All filters of a list of deals, as parsed by `readFilters`. */
export type Filters = {
  /** Search words, separated by single spaces; empty when there are none. */
  q: string
  department: string[]
  category: string[]
  /** Slugs, like those of retailers. */
  brand: string[]
  colour: string[]
  /** Comparable size keys. */
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
  /** Undefined means the default, see {@link sortOf}. */
  sort: Sort | undefined
  ended: boolean
  page: number
}

/** A value that was not understood and is therefore not among the filters. */
export type FilterProblem = {
  name: FilterName
  /** As given, shortened when long. */
  value: string
  /** Follows the name: `must be ...`. */
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

/** Writes filters as a query string without `?`: canonical, and empty for no filters. */
export function writeFilters(filters: Filters): string {
  let written = ''
  // A hot path: a page writes about a hundred, since every further filter is a link of its own.
  for (const name of FILTER_NAMES) {
    const value = filters[name]
    const isSaid = Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== '' && value !== false && !(name === 'page' && value === 1)
    if (!isSaid) continue
    const text = Array.isArray(value) ? value.toSorted().join(',') : value === true ? '1' : value
    // Keeps commas readable and writes spaces as `+`.
    const said = encodeURIComponent(String(text)).replaceAll('%2C', ',').replaceAll('%20', '+')
    written += `${written === '' ? '' : '&'}${name}=${said}`
  }
  return written
}

/** Parses what {@link writeFilters} wrote; does no validation. */
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

/** The effective sort order: best match when there are search words, otherwise newest first. */
export function sortOf({ q, sort }: Pick<Filters, 'q' | 'sort'>): Sort {
  return sort ?? (q === '' ? 'newest' : 'best')
}

/** Whether any filter is set, apart from sort and page. */
export function isNarrowed(filters: Filters): boolean {
  return writeFilters({ ...filters, sort: undefined, page: 1 }) !== ''
}
