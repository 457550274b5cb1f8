import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and for the first moment in the browser, when both must draw the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
