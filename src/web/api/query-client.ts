import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { createContext } from 'react-router'
import { type Api, ApiError } from './api.ts'
import { hashOfKey, hasTag, NULL_WHEN_SIGNED_OUT } from './query-keys.ts'

/**
 * Queries as the product wants them: the key's first element is the address, nothing goes stale
 * by itself, nothing is asked again on focus, nothing is retried.
 */
export function createQueryClient(api: Api): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: (query: QueryFunctionContext) => loadQuery(api, query),
        queryKeyHashFn: hashOfKey,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // Asked at once also where the browser knows of no network: it fails, and says so, where it would
        // wait in silence.
        networkMode: 'always',
      },
      mutations: { retry: false },
    },
  })
}

async function loadQuery(api: Api, query: QueryFunctionContext): Promise<unknown> {
  try {
    return await api.load(String(query.queryKey[0]))
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.status === 401
    if (isSignedOut && hasTag(query, NULL_WHEN_SIGNED_OUT)) return null
    throw error
  }
}

/** Loaders put what a page needs here; components read it with `useQuery`. */
export const queryClientContext = createContext<QueryClient>()
