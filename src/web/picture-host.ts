import { createContext } from 'react'

/** Origin that serves `/ndc-images/`; empty for our own. */
export const PictureHostContext = createContext('')
