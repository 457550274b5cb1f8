import { type ComponentType, lazy, Suspense } from 'react'
import { useToasts } from './toasts.ts'

const load = () => import('./Toaster.tsx')
// If the chunk fails to load, toasts are not shown, but the page keeps working.
const Toaster = lazy<ComponentType>(() => load().catch(() => ({ default: () => null })))

/** Loads the toaster with the first toast: most visits never see one. Renders nothing on the server. */
export function ToasterOnDemand() {
  if (useToasts().length === 0) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}

/** Loads it before something is tried that may fail: by then the network may be down. */
export function preloadToaster(): void {
  load().catch(() => {})
}
