import { lazy, Suspense } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

// If it cannot be loaded nothing is measured, and the page stands.
const Measured = lazy(() => import('./Measured.tsx').catch(() => ({ default: () => null })))

/** Loads what asks and measures when the page is live, and only where something is configured. */
export function MeasuredOnDemand() {
  const { tracking } = useSiteSettings()
  if (!useHydrated() || !tracking) return null
  return (
    <Suspense>
      <Measured {...tracking} />
    </Suspense>
  )
}
