import { type ComponentType, createContext } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'

/** The control to report a problem with a deal. */
export const ReportSlot = createContext<
  | ComponentType<{
      deal: Deal
      /** Only a link: a page that is about to be left opens no dialog. */
      isPlain?: boolean
    }>
  | undefined
>(undefined)
