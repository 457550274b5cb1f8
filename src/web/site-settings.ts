import { createContext, useContext } from 'react'

/** What the server's configuration decides about pages. */
export type SiteSettings = {
  /** Origin that serves `/ndc-images/`; empty for our own. */
  pictureHost: string
  /** Whether claims that nothing stored can prove are shown. */
  showSampleClaims: boolean
}

export const SiteSettingsContext = createContext<SiteSettings>({
  pictureHost: '',
  showSampleClaims: false,
})

export function useSiteSettings(): SiteSettings {
  return useContext(SiteSettingsContext)
}
