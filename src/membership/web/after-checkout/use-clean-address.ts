import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#app/shared/paths.ts'

const REMOVED = ['from_checkout', 'session_id', 'fbclid'] as const
type RemovedParameter = (typeof REMOVED)[number]

const removed: Partial<Record<RemovedParameter, string>> = {}

/** What the address said before it was cleaned, once: the first who asks has it. */
export function takeRemovedParameter(name: RemovedParameter): string | undefined {
  const value = removed[name]
  delete removed[name]
  return value
}

/**
 * Removes the parameters that name a payment or a click from the address: they are in nobody's
 * bookmark and on no picture. They go before any other effect looks, and are held in memory for those
 * they are meant for.
 */
export function useCleanAddress(): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place is looked at.
  useLayoutEffect(() => {
    // That page reads its reference there, and removes it by itself.
    if (pathname.replace(/\/+$/, '') === paths.checkoutDone()) return
    const url = new URL(location.href)
    if (url.pathname !== pathname || !REMOVED.some((name) => url.searchParams.has(name))) return
    for (const name of REMOVED) {
      const value = url.searchParams.get(name)
      if (value) removed[name] = value
      url.searchParams.delete(name)
    }
    history.replaceState(history.state, '', url)
  }, [pathname, search])
}
