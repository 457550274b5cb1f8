import {
  LONGEST_ACTION,
  LONGEST_ADMIN_NAME,
  LONGEST_SEARCH,
  LONGEST_SUBJECT_ID,
} from '#app/admin/admin.facts.ts'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { isCalendarDay } from '#app/shared/dates.ts'

const NAMES = ['q', 'action', 'actor', 'day', 'kind', 'subjectId'] as const
type FilterName = (typeof NAMES)[number]

/** The filters of the log, named as in the address and the call; empty for none. */
export type AuditFilterValues = Record<FilterName, string>

export const SUBJECT_KIND_WORDS: Record<AuditEntry['subjectKind'], string> = {
  deal: 'Deals',
  carousel: 'Carousels',
  retailer: 'Retailers',
  import: 'Uploads',
  'network-report': 'Network reports',
  saving: 'Savings',
  session: 'Sessions',
  subscription: 'Subscriptions',
  mail: 'Mail',
  guarantee: 'Guarantee',
  administrator: 'People',
  member: 'Members',
  'product-feed': 'Product feeds',
  rate: 'Rates',
  switch: 'Switches',
  link: 'Links',
  candidate: 'Candidates',
}

const IS_GOOD: Record<FilterName, (value: string) => boolean> = {
  q: (value) => value.length <= LONGEST_SEARCH,
  action: (value) => value.length <= LONGEST_ACTION,
  actor: (value) => value.length <= LONGEST_ADMIN_NAME,
  day: isCalendarDay,
  kind: (value) => Object.hasOwn(SUBJECT_KIND_WORDS, value),
  subjectId: (value) => value.length <= LONGEST_SUBJECT_ID,
}

/** Parses an address; ignores invalid values. */
export function parseAuditFilters(search: URLSearchParams): AuditFilterValues {
  const read = (name: FilterName) => {
    const value = search.get(name)?.trim() ?? ''
    return IS_GOOD[name](value) ? value : ''
  }
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as AuditFilterValues
}

/** Returns the search part of an address, in a fixed order and without empty filters. */
export function auditSearch(filters: Partial<AuditFilterValues>): string {
  const search = new URLSearchParams()
  for (const name of NAMES) if (filters[name]) search.set(name, filters[name])
  return search.size > 0 ? `?${search}` : ''
}

export function hasAuditFilters(filters: AuditFilterValues): boolean {
  return NAMES.some((name) => filters[name] !== '')
}
