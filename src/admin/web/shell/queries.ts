import type { Query, QueryClient } from '@tanstack/react-query'

const address = ({ queryKey }: Query) => String(queryKey[0])

/** Everything the back office lists of deals, the figures about them and their history. */
const ABOUT_DEALS = /^\/api\/admin\/(deals|imports|figures|audit)/
/** What people see of deals: the feed, the carousels, the free ones. */
const FOR_PEOPLE = /^\/api\/deals/

/**
 * After any change of a deal: what is on the screen is read again, the rest when it is looked at,
 * and what this browser knows of the deals for people is forgotten.
 */
export async function refreshDeals(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ predicate: (query) => FOR_PEOPLE.test(address(query)) })
  await queryClient.invalidateQueries({ predicate: (query) => ABOUT_DEALS.test(address(query)) })
}

/** `path?name=value&...` without what is undefined or empty: the key of a query. */
export function adminPath(
  path: string,
  parameters: Record<string, string | number | undefined>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}
