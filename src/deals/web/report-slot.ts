import { type ComponentType, createContext } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'

/** The way to tell us that something is wrong with a deal. */
export const ReportSlot = createContext<
  | ComponentType<{
      deal: Deal
      /** A link and no more: a page that is about to be left opens nothing over itself. */
      isPlain?: boolean
    }>
  | undefined
>(undefined)
