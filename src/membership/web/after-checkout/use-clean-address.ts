import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#app/shared/paths.ts'

const MARKS = ['from_checkout', 'session_id', 'fbclid'] as const
type Mark = (typeof MARKS)[number]

const takenOut: Partial<Record<Mark, string>> = {}

/** What the address said before it was cleaned, once: the first who asks has it. */
export function takeMark(mark: Mark): string | undefined {
  const value = takenOut[mark]
  delete takenOut[mark]
  return value
}

/**
 * Takes what names a payment or a click out of the address: it is in nobody's bookmark and on no
 * picture. It goes before any other effect looks, and is held in memory for those it is meant for.
 */
export function useCleanAddress(): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place is looked at.
  useLayoutEffect(() => {
    // That page reads its ticket there, and takes it out by itself.
    if (pathname.replace(/\/+$/, '') === paths.checkoutDone()) return
    const url = new URL(location.href)
    if (url.pathname !== pathname || !MARKS.some((mark) => url.searchParams.has(mark))) return
    for (const mark of MARKS) {
      const value = url.searchParams.get(mark)
      if (value) takenOut[mark] = value
      url.searchParams.delete(mark)
    }
    history.replaceState(history.state, '', url)
  }, [pathname, search])
}
