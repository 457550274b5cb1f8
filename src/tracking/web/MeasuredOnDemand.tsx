import { lazy, Suspense } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

// If loading fails, nothing is measured and the page works.
const Measured = lazy(() => import('./Measured.tsx').catch(() => ({ default: () => null })))

/** Loads the consent banner and measurement after hydration, only if tracking is configured. */
export function MeasuredOnDemand() {
  const { tracking } = useSiteSettings()
  if (!useHydrated() || !tracking) return null
  return (
    <Suspense>
      <Measured {...tracking} />
    </Suspense>
  )
}
