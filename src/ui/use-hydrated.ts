import { useSyncExternalStore } from 'react'

let isLive = false

/** The page is live before anybody is told: what waits for it is drawn anew in a turn of its own. */
function subscribe(tell: () => void) {
  if (isLive) return () => {}
  const timer = setTimeout(() => {
    isLive = true
    // For what was there before, which no part of the page knows.
    document.documentElement.dataset.live = ''
    tell()
  })
  return () => clearTimeout(timer)
}

/** False on the server and for the first moment in the browser, when both must draw the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLive,
    () => false,
  )
}
