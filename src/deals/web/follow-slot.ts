import { type ComponentType, createContext } from 'react'

/** What may be followed or hidden, as in addresses. */
export type Followed = {
  kind: 'brand' | 'category' | 'retailer' | 'search'
  value: string
  /** Display name. */
  name: string
}

/** The control to follow or hide something, provided by the composition. */
export const FollowSlot = createContext<ComponentType<Followed> | undefined>(undefined)
