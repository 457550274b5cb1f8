import { type ReactNode, useSyncExternalStore } from 'react'

let isLive = false
const waiting = new Set<() => void>()

/**
 * The page is live before anybody is told: what waits for it is drawn anew in a turn of its own, and all of it at once.
 * A turn for each would have the whole page looked through as often.
 */
function subscribe(tell: () => void) {
  if (isLive) return () => {}
  if (waiting.size === 0) setTimeout(goLive)
  waiting.add(tell)
  return () => waiting.delete(tell)
}

function goLive() {
  isLive = true
  // For what was there before, which no part of the page knows.
  document.documentElement.dataset.live = ''
  for (const tell of waiting) tell()
  waiting.clear()
}

/** False on the server and for the first moment in the browser, when both must draw the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLive,
    () => false,
  )
}

/** What is there once the page is live: whoever has it in them need not be drawn anew for it. */
export function OnceLive({ children }: { children: ReactNode }) {
  return useHydrated() ? children : null
}
