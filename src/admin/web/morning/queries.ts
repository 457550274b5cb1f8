import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Morning } from '#app/admin/editions/this-morning.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { onEditionsChanged } from '#app/admin/web/shell/live.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const morningQuery = queryOf(ADMIN_CALLS.thisMorning, OF_ADMIN_DEALS)

/** Always refetched, since new things keep arriving. */
export async function loadThisMorning(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...morningQuery, staleTime: 0 })
}

/** Returns what waits; refetched whenever deals or plans change. */
export function useThisMorning() {
  const queryClient = useQueryClient()
  useEffect(
    () => onEditionsChanged(() => void queryClient.invalidateQueries(morningQuery)),
    [queryClient],
  )
  return useQuery<Morning>(morningQuery)
}
