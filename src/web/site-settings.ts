import { createContext, useContext } from 'react'
import type { LaterVersions } from '#app/shared/legal-versions.ts'
import { type Club, demoClub } from '#app/shared/site.ts'

/** What the server's configuration decides about pages. */
export type SiteSettings = {
  /** Who we are. */
  club: Club
  /** Origin that serves `/ndc-images/`; empty for our own. */
  pictureHost: string
  /** Whether claims that nothing stored can prove are shown. */
  showSampleClaims: boolean
  /** What was counted of all members' savings; absent while there are too few to say it. */
  provenSavings?: { yearlyCents?: number }
  /** The business day on which the page was made; empty where nobody said it. */
  today: string
  /** The first days of the versions of terms and policy that followed the first; absent without any. */
  laterVersions?: LaterVersions
  /** Address of the player of the front page's film; absent without one. */
  videoUrl?: string
  /** Whether it is a file of this site, and no page of a company that plays films. */
  isVideoOurs?: boolean
  /** Only where something is measured for marketing: then visitors are asked. */
  tracking?: { tagManagerId?: string }
}

export const SiteSettingsContext = createContext<SiteSettings>({
  club: demoClub,
  pictureHost: '',
  showSampleClaims: false,
  today: '',
})

export function useSiteSettings(): SiteSettings {
  return useContext(SiteSettingsContext)
}

export function useClub(): Club {
  return useSiteSettings().club
}
