import { createContext, use } from 'react'

/** What the person who is looking has saved; undefined while that is not known. */
export const SavedIdsContext = createContext<ReadonlySet<string> | undefined>(undefined)

export function useIsSaved(dealId: string): boolean {
  return use(SavedIdsContext)?.has(dealId) ?? false
}
