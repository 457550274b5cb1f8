import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * A query: the address it is the GET of, then the tags of what its answer belongs to. Queries that
 * belong together are found by a tag, and never by what their addresses look like.
 */
export function queryOf(address: string, ...tags: string[]): { queryKey: string[] } {
  return { queryKey: [address, ...tags] }
}

/** Keys are texts alone, so that nothing in them has to be put in order. */
export function hashOfKey(queryKey: QueryKey): string {
  return JSON.stringify(queryKey)
}

/** As `getQueryData`, which first puts together all that the query would be asked with. */
export function answerAtHand<T>(queryClient: QueryClient, queryKey: QueryKey): T | undefined {
  return queryClient.getQueryCache().get<T>(hashOfKey(queryKey))?.state.data
}

/** Picks the queries with this tag. */
export function tagged(tag: string) {
  return { predicate: (query: { queryKey: QueryKey }) => hasTag(query, tag) }
}

export function hasTag({ queryKey }: { queryKey: QueryKey }, tag: string): boolean {
  return queryKey.includes(tag, 1)
}

/**
 * Of a query whose answer is about whoever is looking and nobody else. A page that many share is drawn
 * without it; it comes beside the page (`src/pages/personal-facts.ts`).
 */
export const PERSONAL = 'personal'

/** Of a query that answers null, and does not fail, where nobody is signed in. */
export const NULL_WHEN_SIGNED_OUT = 'null-when-signed-out'
