import { type ComponentType, createContext } from 'react'

/** What may be followed: by what a list is narrowed to. */
export type PlaceKind = 'brand' | 'category' | 'retailer'

type Beside = ComponentType<{ kind: PlaceKind; slug: string; name: string }>

/** What may be done with a brand, category or retailer, beside its name on its page. */
export const BesideTitle = createContext<Beside | undefined>(undefined)
