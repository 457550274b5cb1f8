import { createContext } from 'react'
import type { FilterName } from '#app/deals/filters/filters.facts.ts'

/** Opens the sheet of all filters; with an argument, that facet in full. */
export const OpenSheet = createContext<(whole?: FilterName) => void>(() => {})
