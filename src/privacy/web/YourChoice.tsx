import { lazy, Suspense } from 'react'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'

// The account must not go with a choice that cannot be shown; it stands in the policy too.
const ConsentChoice = lazy(() =>
  import('#app/tracking/web/ConsentChoice.tsx').catch(() => ({ default: () => null })),
)

/** Being measured for marketing or not; nothing where nothing is. */
export function YourChoice() {
  const { tracking } = useSiteSettings()
  if (!useHydrated() || !tracking) return null
  return (
    <div className="mt-12">
      <h3 className="font-semibold">Measured for marketing</h3>
      <Suspense>
        <ConsentChoice />
      </Suspense>
    </div>
  )
}
