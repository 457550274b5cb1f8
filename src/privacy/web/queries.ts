import { type QueryClient, useQuery } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { PersonalDataCounts } from '#app/privacy/privacy.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { isBrowser } from '#app/web/browser.ts'

const keptQuery = queryOf('/api/privacy', OF_VIEWER)

/** Prefetches the counts; they are counted afresh on every visit to the page. */
export async function loadPersonalDataCounts(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({
    ...keptQuery,
    staleTime: isBrowser ? 0 : Number.POSITIVE_INFINITY,
  })
}

export function usePersonalDataCounts() {
  return useQuery<PersonalDataCounts>(keptQuery)
}
