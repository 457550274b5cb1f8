import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { createContext } from 'react-router'
import { type Api, ApiError } from './api.ts'

/** Signed out is an answer, not a failure, for these. */
const NULL_WHEN_SIGNED_OUT = new Set(['/api/user', '/api/subscription'])

/**
 * Queries as the product wants them: the key's first element is the address, nothing goes stale
 * by itself, nothing is asked again on focus, nothing is retried.
 */
export function createQueryClient(api: Api): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }: QueryFunctionContext) => loadQuery(api, String(queryKey[0])),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  })
}

async function loadQuery(api: Api, path: string): Promise<unknown> {
  try {
    return await api.load(path)
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.status === 401
    if (isSignedOut && NULL_WHEN_SIGNED_OUT.has(path)) return null
    throw error
  }
}

/** Loaders put what a page needs here; components read it with `useQuery`. */
export const queryClientContext = createContext<QueryClient>()
