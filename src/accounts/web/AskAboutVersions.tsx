import { lazy, Suspense } from 'react'
import { hasLaterVersions } from '#app/shared/legal-versions.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

const NewVersion = lazy(() => import('./NewVersion.tsx'))

/**
 * Whoever is here already is asked once about a version of terms or policy that is new to them, at their next
 * visit. Pages are shared by many, so it comes when the page is live; without scripts the account page asks.
 */
export function AskAboutVersions() {
  const { laterVersions } = useSiteSettings()
  const isHydrated = useHydrated()
  if (!isHydrated || !laterVersions || !hasLaterVersions(laterVersions)) return null
  return (
    <Suspense>
      <NewVersion />
    </Suspense>
  )
}
