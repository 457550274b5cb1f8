import { createContext, use } from 'react'

/** The ids of the viewer's saved deals; undefined while unknown. */
export const SavedIdsContext = createContext<ReadonlySet<string> | undefined>(undefined)

export function useIsSaved(dealId: string): boolean {
  return use(SavedIdsContext)?.has(dealId) ?? false
}
