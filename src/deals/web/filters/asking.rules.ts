import { type FilterProblem, MEMBERS_FILTERS } from '#app/deals/filters/filters.facts.ts'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import { isLeftOut } from '#app/shared/parameters.ts'
import { whatOf } from './choosing.rules.ts'

/** What an address of the feed requests. */
export type AskedFor = {
  /** The canonical filters without the page; empty for the whole feed by day. */
  what: string
  /** The only day requested: one edition. */
  day: string | undefined
  problems: FilterProblem[]
  /** Whether any invalid value is of a members-only filter. */
  isForMembers?: boolean
}

export function askedFor(search: URLSearchParams): AskedFor {
  const { filters, problems } = readFilters(search)
  const what = whatOf(filters)
  return {
    what,
    day: what === `day=${filters.day}` && isDate(filters.day) ? filters.day : undefined,
    // An invalid page counts as the first; the frame around every page reports it.
    problems: problems.filter(({ name }) => name !== 'page'),
    isForMembers: problems.some(({ name }) => MEMBERS_FILTERS.some((each) => each === name)),
  }
}

function isDate(day: string | undefined): boolean {
  return /^\d/.test(day ?? '')
}

/** Whether a form without scripts wrote the address: it has empty fields, or repeats a name per checkbox. */
export function isWrittenByForm(search: URLSearchParams): boolean {
  // A redirect would drop an invalid page, and with it the notice about it.
  if (isLeftOut(search, 'page')) return false
  const names = [...search.keys()]
  return new Set(names).size < names.length || [...search.values()].includes('')
}
