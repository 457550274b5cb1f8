import { type ComponentType, createContext } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'

type Corner = ComponentType<{
  deal: Deal
  /** With a text label, where there is room. */
  isLabelled?: boolean
  /** A copy of another card: visible, but skipped by keyboard and screen readers. */
  isRepeat?: boolean | undefined
}>

/** The control at the corner of a deal's picture, wherever the deal is shown. */
export const CardCorner = createContext<Corner | undefined>(undefined)
