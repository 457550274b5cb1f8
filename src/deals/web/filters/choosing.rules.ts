import {
  type FilterName,
  type FilterProblem,
  type Filters,
  filtersWritten,
  isListFilter,
  type ListFilter,
  NO_FILTERS,
  writeFilters,
} from '#app/deals/filters/filters.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { paths } from '#app/shared/paths.ts'

/** The canonical filters, without the page. */
export function whatOf(filters: Filters): string {
  return writeFilters({ ...filters, page: 1 })
}

/** Parses what {@link whatOf} wrote. */
export const filtersOf = filtersWritten

/** The filters without the values that turned out to be unknown. */
export function understood(what: string, leftOut: FilterProblem[] = []): Filters {
  return leftOut.reduce(
    (filters, { name, value }) => withoutFilter(filters, name, value),
    filtersOf(what),
  )
}

/** Replaces brands by their successors, by slug. */
export function withRenamed(what: string, renamed: Record<string, string>): string {
  const now = new Map(Object.entries(renamed))
  const filters = filtersOf(what)
  const meant = (slugs: string[]) => [...new Set(slugs.map((slug) => now.get(slug) ?? slug))]
  return whatOf({
    ...filters,
    brand: meant(filters.brand),
    'not-brand': meant(filters['not-brand']),
  })
}

/** The address of a list; `what` is as {@link whatOf} writes it. */
export function feedPath(what: string, page = 1): string {
  const asked = [what, page > 1 ? `page=${page}` : ''].filter((part) => part !== '').join('&')
  return asked === '' ? paths.dailyDeals() : `${paths.dailyDeals()}?${asked}`
}

export function isChosen(filters: Filters, name: FilterName, value: string): boolean {
  if (isListFilter(name)) return filters[name].includes(value)
  return String(filters[name] === true ? '1' : (filters[name] ?? '')) === value
}

/** Adds a value, or removes it when it is chosen. */
export function toggled(filters: Filters, name: FilterName, value: string): Filters {
  if (isChosen(filters, name, value)) return withoutFilter(filters, name, value)
  const before = { ...filters, page: 1 }
  if (isListFilter(name)) {
    const others = filters[name].filter((other) => !isRelated(name, other, value))
    const opposite = oppositeOf(name)
    return {
      ...before,
      ...(opposite && { [opposite]: filters[opposite].filter((other) => other !== value) }),
      [name]: [...others, value],
    }
  }
  const number = Number(value)
  switch (name) {
    case 'min':
      return { ...before, min: number, max: atLeast(filters.max, number) }
    case 'max':
      return { ...before, max: number, min: atMost(filters.min, number) }
    case 'off':
    case 'save':
      return { ...before, [name]: number }
    case 'ended':
      return { ...before, ended: true }
    default:
      return { ...before, [name]: value }
  }
}

/** The filter that excludes what this one includes, or the reverse; a value is never in both. */
function oppositeOf(name: FilterName): ListFilter | undefined {
  const opposite = name.startsWith('not-') ? name.slice('not-'.length) : `not-${name}`
  return isListFilter(opposite) ? opposite : undefined
}

function atLeast(amount: number | undefined, least: number) {
  return amount !== undefined && amount < least ? undefined : amount
}

function atMost(amount: number | undefined, most: number) {
  return amount !== undefined && amount > most ? undefined : amount
}

/** A category and its parent exclude each other: shoes and boots together would just be shoes. */
function isRelated(name: FilterName, one: string, other: string): boolean {
  if (name !== 'category' && name !== 'not-category') return false
  const parentOf = (value: string) =>
    VOCABULARY.category.find((term) => term.value === value)?.parent
  return parentOf(one) === other || parentOf(other) === one
}

export function withoutFilter(filters: Filters, name: FilterName, value: string): Filters {
  if (!isListFilter(name)) return withoutKind(filters, name)
  return { ...filters, page: 1, [name]: filters[name].filter((other) => other !== value) }
}

/** Removes all values of a filter. */
export function withoutKind(filters: Filters, name: FilterName): Filters {
  const rest = { ...filters, page: 1, [name]: NO_FILTERS[name] }
  // Without words there is no best match, and newest first is the default.
  const isByItself = name === 'q' && (rest.sort === 'best' || rest.sort === 'newest')
  return isByItself ? { ...rest, sort: undefined } : rest
}

/** All chosen values in the order of addresses, except sort and page. */
export function chosenOf(filters: Filters): Array<{ name: FilterName; value: string }> {
  const written = new URLSearchParams(writeFilters({ ...filters, sort: undefined, page: 1 }))
  return [...written].flatMap(([key, text]) => {
    const name = key as FilterName
    const values = isListFilter(name) ? text.split(',') : [text]
    return values.map((value) => ({ name, value }))
  })
}
