import type { QueryKey } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs } from 'react-router'
import { loadViewer } from '#app/membership/web/subscription.ts'
import { ApiError } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

/** Loads the data of an index page. */
export async function loadIndex({ context }: LoaderFunctionArgs, query: { queryKey: QueryKey }) {
  const queryClient = context.get(queryClientContext)
  try {
    await Promise.all([loadViewer(queryClient), queryClient.fetchQuery(query)])
  } catch (error) {
    const { status = 503 } = error instanceof ApiError ? error : {}
    const problem = status === 404 ? ('missing' as const) : ('failed' as const)
    return data({ problem }, { status })
  }
  return { problem: undefined }
}
