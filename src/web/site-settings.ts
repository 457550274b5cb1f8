import { createContext, useContext } from 'react'
import type { LaterVersions } from '#app/shared/legal-versions.ts'
import { type Club, demoClub } from '#app/shared/site.ts'

/** What the server's configuration decides about pages. */
export type SiteSettings = {
  /** The club's details. */
  club: Club
  /** Origin that serves `/ndc-images/`; empty for our own. */
  pictureHost: string
  /** Whether claims that nothing stored can prove are shown. */
  showSampleClaims: boolean
  /** Measured savings of all members; absent while there are too few to publish. */
  provenSavings?: { yearlyCents?: number }
  /** The business day on which the page was rendered; empty if unknown. */
  today: string
  /** The first days of later versions of terms and policy; absent if there are none. */
  laterVersions?: LaterVersions
  /** URL of the front page's film; absent without one. */
  videoUrl?: string
  /** Whether the film is a file of this site rather than a page of a video host. */
  isVideoOurs?: boolean
  /** Present only if marketing measures something: then visitors are asked for consent. */
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
