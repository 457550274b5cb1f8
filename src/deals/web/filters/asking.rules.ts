import { type FilterProblem, MEMBERS_FILTERS } from '#app/deals/filters/filters.facts.ts'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import { isLeftOut } from '#app/shared/parameters.ts'
import { whatOf } from './choosing.rules.ts'

/** What an address of the feed asks for. */
export type AskedFor = {
  /** All but the page, in the one way to write it; empty for the whole feed by its days. */
  what: string
  /** Of this day alone: one edition. */
  day: string | undefined
  problems: FilterProblem[]
  /** Whether what was not understood is something that only members may ask for. */
  isForMembers?: boolean
}

export function askedFor(search: URLSearchParams): AskedFor {
  const { filters, problems } = readFilters(search)
  const what = whatOf(filters)
  return {
    what,
    day: what === `day=${filters.day}` && isDate(filters.day) ? filters.day : undefined,
    // A page that is none is the first one; what stands around every page says so.
    problems: problems.filter(({ name }) => name !== 'page'),
    isForMembers: problems.some(({ name }) => MEMBERS_FILTERS.some((each) => each === name)),
  }
}

function isDate(day: string | undefined): boolean {
  return /^\d/.test(day ?? '')
}

/** Whether a form has written it, with fields that are empty and boxes one by one. */
export function isWrittenByForm(search: URLSearchParams): boolean {
  // What is told once more would not be told any more.
  if (isLeftOut(search, 'page')) return false
  const names = [...search.keys()]
  return new Set(names).size < names.length || [...search.values()].includes('')
}
