import { lazy, Suspense } from 'react'
import { hasLaterVersions } from '#app/shared/legal-versions.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

const NewVersion = lazy(() => import('./NewVersion.tsx'))

/**
 * Asks existing accounts once about a new version of terms or policy, at their next visit. Rendered only after
 * hydration, because cached pages are shared; without scripts the account page asks.
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
