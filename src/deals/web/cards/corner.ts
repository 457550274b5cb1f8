import { type ComponentType, createContext } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'

type Corner = ComponentType<{
  deal: Deal
  /** With its word beside it, where there is room. */
  isLabelled?: boolean
  /** Of a card that is there twice: seen, but not in the way of keyboard and speech. */
  isRepeat?: boolean | undefined
}>

/** What may be done with a deal wherever it is shown, at the corner of its picture. */
export const CardCorner = createContext<Corner | undefined>(undefined)
