import {
  DAYS_OF_SPAN,
  type FilterName,
  type FilterProblem,
  type Filters,
  isNarrowed,
  LIST_FILTERS,
} from '#app/deals/filters/filters.facts.ts'
import { asksForMembersFilters, FOR_MEMBERS } from '#app/deals/filters/members-only.facts.ts'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { badRequest, forbidden } from '#app/server/problem.ts'

/** A parsed request for a list of deals, before its values are looked up. */
export type Asking = {
  filters: Filters
  problems: FilterProblem[]
  /** Drops and reports values that are not understood, instead of rejecting the request. */
  isLenient: boolean
}

/** Throws 403 when a non-member uses members-only filters, whatever their values, and 400 for invalid ones. */
export function readAsking(viewer: Viewer, address: URLSearchParams): Asking {
  if (viewer.class !== 'member' && asksForMembersFilters(address)) {
    throw forbidden('members-only', FOR_MEMBERS)
  }
  const { filters, problems } = readFilters(address)
  const isLenient = address.get('lenient') === '1'
  if (!isLenient) refuseProblems(problems)
  return { filters, problems, isLenient }
}

/** Page and day when the request is only for the feed or one of its days; otherwise undefined. */
export function asFeed({ filters, problems }: Asking): { page: number; day?: string } | undefined {
  const { page, day, sort } = filters
  const isDay = day !== undefined && !Object.hasOwn(DAYS_OF_SPAN, day)
  const rest = isDay ? { ...filters, day: undefined } : filters
  if (problems.length > 0 || sort !== undefined || isNarrowed(rest)) return
  return isDay ? { page, day } : { page }
}

/** Throws 400 that names every invalid value; does nothing when there is none. */
export function refuseProblems(problems: FilterProblem[]): void {
  const [first] = problems
  if (!first) return
  // Names each of several invalid values of a parameter.
  const fields: Record<string, string> = {}
  for (const { name, value, message } of problems) {
    const text =
      message === 'must be given once' || value === '' ? message : told(name, value, message)
    fields[name] = fields[name] === undefined ? text : `${fields[name]}; ${text}`
  }
  throw badRequest(`${first.name}: ${fields[first.name]}`, fields)
}

/** Only lists need to name the value: the other filters have a single one. */
function told(name: FilterName, value: string, message: string): string {
  return LISTS.has(name) ? `“${value}” ${message}` : message
}

const LISTS: ReadonlySet<FilterName> = new Set(LIST_FILTERS)
