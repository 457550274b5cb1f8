import {
  type FilterName,
  type FilterProblem,
  type Filters,
  LIST_FILTERS,
  type ListFilter,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from '#app/deals/filters.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary.facts.ts'
import { paths } from '#app/shared/paths.ts'

/** What an address of the feed asks for. */
export type AskedFor = {
  /** All but the page, in the one way to write it; empty for the whole feed by its days. */
  what: string
  /** Of this day alone: one edition. */
  day: string | undefined
  problems: FilterProblem[]
}

export function askedFor(search: URLSearchParams): AskedFor {
  const { filters, problems } = readFilters(search)
  const what = whatOf(filters)
  return {
    what,
    day: what === `day=${filters.day}` && isDate(filters.day) ? filters.day : undefined,
    // A page that is none is the first one, as it always was.
    problems: problems.filter(({ name }) => name !== 'page'),
  }
}

function isDate(day: string | undefined): boolean {
  return /^\d/.test(day ?? '')
}

/** What filters ask for, whatever the page. */
export function whatOf(filters: Filters): string {
  return writeFilters({ ...filters, page: 1 })
}

export function filtersOf(what: string): Filters {
  return readFilters(new URLSearchParams(what)).filters
}

/** What was understood of it: all but what the records turned out not to know. */
export function understood(what: string, leftOut: FilterProblem[] = []): Filters {
  return leftOut.reduce(
    (filters, { name, value }) => withoutFilter(filters, name, value),
    filtersOf(what),
  )
}

/** The address of a list: `what` as {@link whatOf} writes it. */
export function feedPath(what: string, page = 1): string {
  const asked = [what, page > 1 ? `page=${page}` : ''].filter((part) => part !== '').join('&')
  return asked === '' ? paths.dailyDeals() : `${paths.dailyDeals()}?${asked}`
}

/** Whether a form has written it, with fields that are empty and boxes one by one. */
export function isWrittenByForm(search: URLSearchParams): boolean {
  const names = [...search.keys()]
  return new Set(names).size < names.length || [...search.values()].includes('')
}

function isList(name: FilterName): name is ListFilter {
  return (LIST_FILTERS as readonly string[]).includes(name)
}

export function isChosen(filters: Filters, name: FilterName, value: string): boolean {
  if (isList(name)) return filters[name].includes(value)
  return String(filters[name] === true ? '1' : (filters[name] ?? '')) === value
}

/** One more value, or that one no more. */
export function toggled(filters: Filters, name: FilterName, value: string): Filters {
  if (isChosen(filters, name, value)) return withoutFilter(filters, name, value)
  const before = { ...filters, page: 1 }
  if (isList(name)) {
    const others = filters[name].filter((other) => !isRelated(name, other, value))
    return { ...before, [name]: [...others, value] }
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

function atLeast(amount: number | undefined, least: number) {
  return amount !== undefined && amount < least ? undefined : amount
}

function atMost(amount: number | undefined, most: number) {
  return amount !== undefined && amount > most ? undefined : amount
}

/** Shoes and boots together are shoes: whoever says the one takes back the other. */
function isRelated(name: ListFilter, one: string, other: string): boolean {
  if (name !== 'category') return false
  const parentOf = (value: string) =>
    VOCABULARY.category.find((term) => term.value === value)?.parent
  return parentOf(one) === other || parentOf(other) === one
}

export function withoutFilter(filters: Filters, name: FilterName, value: string): Filters {
  const before = { ...filters, page: 1 }
  if (isList(name)) return { ...before, [name]: filters[name].filter((other) => other !== value) }
  const rest = { ...before, [name]: NO_FILTERS[name] }
  // The best match is one of words, and without them the newest are first by themselves.
  const isByItself = name === 'q' && (rest.sort === 'best' || rest.sort === 'newest')
  return isByItself ? { ...rest, sort: undefined } : rest
}

/** Everything that is chosen, one by one, in the order of addresses. The order is none of it. */
export function chosenOf(filters: Filters): Array<{ name: FilterName; value: string }> {
  const written = new URLSearchParams(writeFilters({ ...filters, sort: undefined, page: 1 }))
  return [...written].flatMap(([key, text]) => {
    const name = key as FilterName
    const values = isList(name) ? text.split(',') : [text]
    return values.map((value) => ({ name, value }))
  })
}
