import { lazy, Suspense } from 'react'
import { useToasts } from './toasts.ts'

const Toaster = lazy(() => import('./Toaster.tsx'))

/** Loads what shows toasts with the first one: most visits never see any. Nothing on the server. */
export function ToasterOnDemand() {
  if (useToasts().length === 0) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
