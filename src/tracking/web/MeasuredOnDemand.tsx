import { lazy, Suspense } from 'react'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'

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
