import { type ComponentType, lazy, Suspense } from 'react'
import { useToasts } from './toasts.ts'

const load = () => import('./Toaster.tsx')
// A toast that cannot be shown must not take the page with it.
const Toaster = lazy<ComponentType>(() => load().catch(() => ({ default: () => null })))

/** Loads what shows toasts with the first one: most visits never see any. Nothing on the server. */
export function ToasterOnDemand() {
  if (useToasts().length === 0) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}

/** Has it here for what is about to be tried: by then the network may be what is missing. */
export function preloadToaster(): void {
  load().catch(() => {})
}
