import { type ComponentType, createContext } from 'react'

/** What stands at the head of the savings: how far the guarantee's year has come. */
export const MeterSlot = createContext<ComponentType | undefined>(undefined)
