import { createContext } from 'react'
import type { FilterName } from '#app/deals/filters/filters.facts.ts'

/** Opens the sheet of all filters; with a kind, all of that one. */
export const OpenSheet = createContext<(whole?: FilterName) => void>(() => {})
