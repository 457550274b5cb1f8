import { type ComponentType, createContext } from 'react'

/** The component shown at the top of the savings page: the guarantee's meter. */
export const MeterSlot = createContext<ComponentType | undefined>(undefined)
