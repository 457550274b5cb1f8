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

/** What somebody asks a list of deals by, before the records are looked at. */
export type Asking = {
  filters: Filters
  problems: FilterProblem[]
  /** What is not understood is left out and told, instead of refused. */
  isLenient: boolean
}

/** Throws 403 for whoever asks by what only members may know, whatever they ask; and 400 for what is wrong. */
export function readAsking(viewer: Viewer, address: URLSearchParams): Asking {
  if (viewer.class !== 'member' && asksForMembersFilters(address)) {
    throw forbidden('members-only', FOR_MEMBERS)
  }
  const { filters, problems } = readFilters(address)
  const isLenient = address.get('lenient') === '1'
  if (!isLenient) refuseProblems(problems)
  return { filters, problems, isLenient }
}

/** Where nothing is asked for but a page of the feed, or of one of its days: which. */
export function asFeed({ filters, problems }: Asking): { page: number; day?: string } | undefined {
  const { page, day, sort } = filters
  const isDay = day !== undefined && !Object.hasOwn(DAYS_OF_SPAN, day)
  const rest = isDay ? { ...filters, day: undefined } : filters
  if (problems.length > 0 || sort !== undefined || isNarrowed(rest)) return
  return isDay ? { page, day } : { page }
}

/** Throws 400 that names each value that is wrong; nothing where there is none. */
export function refuseProblems(problems: FilterProblem[]): void {
  const [first] = problems
  if (!first) return
  // Of several values of one parameter each is named.
  const fields: Record<string, string> = {}
  for (const { name, value, message } of problems) {
    const text =
      message === 'must be given once' || value === '' ? message : told(name, value, message)
    fields[name] = fields[name] === undefined ? text : `${fields[name]}; ${text}`
  }
  throw badRequest(`${first.name}: ${fields[first.name]}`, fields)
}

/** Of numbers, days and words it is plain which value is meant; of several names it is not. */
function told(name: FilterName, value: string, message: string): string {
  return LISTS.has(name) ? `“${value}” ${message}` : message
}

const LISTS: ReadonlySet<FilterName> = new Set(LIST_FILTERS)
