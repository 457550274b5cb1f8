import { createContext } from 'react'

/** Whether cards depend only on the deal and the class of viewer, and on nothing personal. */
export const CardsAreAlike = createContext(false)
