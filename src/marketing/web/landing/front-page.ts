import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { FrontPage } from '#app/marketing/marketing.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const frontPageQuery = queryOf('/api/front-page')
const NOTHING: FrontPage = { testimonials: [], brands: [] }

/** For loaders; a page stands without it. */
export function loadFrontPage(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(frontPageQuery)
}

/** What {@link loadFrontPage} found. */
export function useFrontPage(): FrontPage {
  return useQuery<FrontPage>({ ...frontPageQuery, enabled: false }).data ?? NOTHING
}
