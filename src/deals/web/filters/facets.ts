import type { QueryClient } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { Filters } from '#app/deals/filters/filters.facts.ts'
import type { Facets } from '#app/deals/filters/search.contract.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { type Api, ApiError } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'
import { understood } from './choosing.rules.ts'
import { fewerFacets } from './facets.rules.ts'
import type { FewerFacets } from './groups.facts.ts'

/** The complete facets of a list filtered by `what`. */
export function facetsQuery(what: string) {
  const address = what === '' ? '/api/deals/facets' : `/api/deals/facets?${what}&lenient=1`
  return queryOf(address, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

/** The query for the shortened facets that a page shows. */
function fewerQuery(what: string) {
  const { queryKey } = facetsQuery(what)
  return { queryKey: [...queryKey, 'fewer'] }
}

/** Loads the facets of a list, which works without them. */
export async function loadFacets(
  queryClient: QueryClient,
  api: Api,
  { what, whole }: { what: string; whole: 'size' | undefined },
): Promise<void> {
  const { queryKey } = fewerQuery(what)
  if (queryClient.getQueryState(queryKey)?.isInvalidated === false) {
    if (queryClient.getQueryData(queryKey) !== undefined) return
  }
  const [address = ''] = facetsQuery(what).queryKey
  try {
    queryClient.setQueryData(queryKey, fewerFacets((await api.load(address)) as Facets, whole))
  } catch (error) {
    // A rejected request is rejected for the list too, which says why.
    if (error instanceof ApiError && error.status < 500) return
    console.error('Could not count what the list may be narrowed to', error)
  }
}

/** What {@link loadFacets} loaded; never fetches by itself. */
export function useFacets(what: string): FewerFacets | undefined {
  return useAnswer<FewerFacets>({ ...fewerQuery(what), enabled: false })
}

/** The understood filters and the facets of a list. */
export function useChosen(what: string): { filters: Filters; facets: FewerFacets | undefined } {
  const facets = useFacets(what)
  return { facets, filters: understood(what, facets?.leftOut) }
}

export function facetsAtHand(queryClient: QueryClient, what: string): FewerFacets | undefined {
  return queryClient.getQueryData<FewerFacets>(fewerQuery(what).queryKey)
}
