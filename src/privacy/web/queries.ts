import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { PersonalDataCounts } from '#app/privacy/privacy.contract.ts'
import { isBrowser } from '#app/web/browser.ts'

const keptQuery = { queryKey: ['/api/privacy'] }

/** Counted afresh for whoever comes back to the page. */
export async function loadPersonalDataCounts(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({
    ...keptQuery,
    staleTime: isBrowser ? 0 : Number.POSITIVE_INFINITY,
  })
}

export function usePersonalDataCounts() {
  return useQuery<PersonalDataCounts>(keptQuery)
}
