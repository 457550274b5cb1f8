import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onEditionsChanged } from '#app/admin/web/shell/live.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { OF_EDITIONS } from './queries.ts'

/** Refetches the shown editions whenever anybody plans something or deals change. */
export function useReadOnChange(): void {
  const queryClient = useQueryClient()
  useEffect(
    () => onEditionsChanged(() => void queryClient.invalidateQueries(tagged(OF_EDITIONS))),
    [queryClient],
  )
}
