import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * A query: its key is the address that is fetched by GET, then the tags it belongs to. Related queries are
 * found by tag, never by the form of their addresses.
 */
export function queryOf(address: string, ...tags: string[]): { queryKey: string[] } {
  return { queryKey: [address, ...tags] }
}

/** Keys hold strings only, so hashing needs no sorting of properties. */
export function hashOfKey(queryKey: QueryKey): string {
  return JSON.stringify(queryKey)
}

/** Like `getQueryData`, without the cost of first building the query's options. */
export function answerAtHand<T>(queryClient: QueryClient, queryKey: QueryKey): T | undefined {
  return queryClient.getQueryCache().get<T>(hashOfKey(queryKey))?.state.data
}

/** A filter for the queries with this tag. */
export function tagged(tag: string) {
  return { predicate: (query: { queryKey: QueryKey }) => hasTag(query, tag) }
}

export function hasTag({ queryKey }: { queryKey: QueryKey }, tag: string): boolean {
  return queryKey.includes(tag, 1)
}

/**
 * The tag of a query whose answer is about the viewer alone. A shared page is rendered without it; the answer
 * is sent beside the page (`src/pages/personal-facts.ts`).
 */
export const PERSONAL = 'personal'

/** The tag of a query that answers null, rather than fails, when nobody is signed in. */
export const NULL_WHEN_SIGNED_OUT = 'null-when-signed-out'
