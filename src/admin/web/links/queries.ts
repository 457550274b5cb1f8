import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import type { PastedLink, PastedLinks } from '#app/links/links.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const linksQuery = queryOf(ADMIN_CALLS.links)
const WHILE_READING_MS = 1200

export function loadLinks(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({ ...linksQuery, staleTime: 0 })
}

/** Returns the links, or undefined if they could not be read. Polls while pages are being read. */
export function useLinks(): PastedLinks | undefined {
  return useQuery<PastedLinks>({
    ...linksQuery,
    refetchInterval: ({ state: { data } }) =>
      data && data.waiting + data.pictures > 0 ? WHILE_READING_MS : false,
  }).data
}

export async function showLinks(queryClient: QueryClient, links: PastedLinks): Promise<void> {
  // A refetch under way may hold older data.
  await queryClient.cancelQueries({ queryKey: linksQuery.queryKey })
  queryClient.setQueryData(linksQuery.queryKey, links)
}

export function readLinksAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: linksQuery.queryKey })
}

/** Returns the links as they are shown now. */
export function shownLinks(queryClient: QueryClient): PastedLink[] {
  return queryClient.getQueryData<PastedLinks>(linksQuery.queryKey)?.links ?? []
}
