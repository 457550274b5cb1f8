import { useCatalogueStats } from '#app/deals/web/queries.ts'
import { type Claims, claimsOf } from '#app/marketing/claims.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

/** The claims that may be made on this page. */
export function useClaims(): Claims {
  const { showSampleClaims, provenSavings } = useSiteSettings()
  return claimsOf(useCatalogueStats(), showSampleClaims, provenSavings)
}
