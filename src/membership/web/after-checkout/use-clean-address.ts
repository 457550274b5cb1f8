import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#app/shared/paths.ts'

const REMOVED = ['from_checkout', 'session_id', 'fbclid'] as const
type RemovedParameter = (typeof REMOVED)[number]

const removed: Partial<Record<RemovedParameter, string>> = {}

/** A parameter that was removed from the address; only the first caller gets it. */
export function takeRemovedParameter(name: RemovedParameter): string | undefined {
  const value = removed[name]
  delete removed[name]
  return value
}

/**
 * Removes the parameters that identify a payment or a click from the address, so that they are in
 * no bookmark and no screenshot. They are removed before any other effect runs, and kept in memory
 * for the code they are meant for.
 */
export function useCleanAddress(): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place is looked at.
  useLayoutEffect(() => {
    // That page reads its reference from the address and removes it itself.
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
