import { type ReactNode, useSyncExternalStore } from 'react'

let isLive = false
const waiting = new Set<() => void>()

/**
 * Components are told only after hydration: those that wait for it re-render in one batch of their own. A
 * batch for each would walk the whole tree as often.
 */
function subscribe(tell: () => void) {
  if (isLive) return () => {}
  if (waiting.size === 0) setTimeout(goLive)
  waiting.add(tell)
  return () => waiting.delete(tell)
}

function goLive() {
  isLive = true
  // For elements outside of React.
  document.documentElement.dataset.live = ''
  for (const tell of waiting) tell()
  waiting.clear()
}

/** False on the server and during hydration, when both must render the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLive,
    () => false,
  )
}

/** Renders its children after hydration, so that the parent need not re-render for it. */
export function OnceLive({ children }: { children: ReactNode }) {
  return useHydrated() ? children : null
}
