import { type ComponentType, createContext } from 'react'

/** What may be followed or left out, as its address has it. */
export type Followed = {
  kind: 'brand' | 'category' | 'retailer' | 'search'
  value: string
  /** What it is called. */
  name: string
}

/** Follows something or leaves it out, from wherever it is seen. */
export const FollowSlot = createContext<ComponentType<Followed> | undefined>(undefined)
