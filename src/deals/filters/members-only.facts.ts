import { MEMBERS_FILTERS } from './filters.facts.ts'

/** Shown to non-members who use a filter that is for members only. */
export const FOR_MEMBERS =
  'Where a deal is sold is for members. Join to narrow the list by retailer.'

/** Whether an address uses members-only filters. Non-members are refused before anything else is checked. */
export function asksForMembersFilters(address: URLSearchParams): boolean {
  return MEMBERS_FILTERS.some((name) => address.has(name))
}
