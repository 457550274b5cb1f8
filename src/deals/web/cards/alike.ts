import { createContext } from 'react'

/** Whether cards are the same for whoever sees the same deal: nothing of a person is in them. */
export const CardsAreAlike = createContext(false)
