import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { createContext } from 'react-router'
import { type Api, ApiError } from './api.ts'
import { hashOfKey, hasTag, NULL_WHEN_SIGNED_OUT } from './query-keys.ts'

/**
 * Query defaults: the first element of the key is the address, data never goes stale by itself, is not
 * refetched on focus, and failures are not retried.
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
        // Queries run even if the browser reports no network: they fail visibly instead of waiting in
        // silence.
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

/** Loaders store a page's data here; components read it with `useQuery`. */
export const queryClientContext = createContext<QueryClient>()
