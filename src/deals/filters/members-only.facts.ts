import { MEMBERS_FILTERS } from './filters.facts.ts'

/** To whoever is no member and asks by what only members may know. */
export const FOR_MEMBERS =
  'Where a deal is sold is for members. Join to narrow the list by retailer.'

/** Whether it is refused to whoever is no member, before anything else is looked at. */
export function asksForMembersFilters(address: URLSearchParams): boolean {
  return MEMBERS_FILTERS.some((name) => address.has(name))
}
