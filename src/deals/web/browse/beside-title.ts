import { type ComponentType, createContext } from 'react'

/** The kinds of places that can be followed. */
export type PlaceKind = 'brand' | 'category' | 'retailer'

type Beside = ComponentType<{ kind: PlaceKind; slug: string; name: string }>

/** Controls beside the name of a brand, category or retailer on its page. */
export const BesideTitle = createContext<Beside | undefined>(undefined)
