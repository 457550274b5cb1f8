import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#app/web/paths.ts'

const MARKS = ['from_checkout', 'session_id']

/** Takes what names a payment out of the address: it is in nobody's bookmark and on no picture. */
export function useCleanAddress(): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place is looked at.
  useEffect(() => {
    // That page reads its ticket there, and takes it out by itself.
    if (pathname.replace(/\/+$/, '') === paths.checkoutDone()) return
    const url = new URL(location.href)
    if (url.pathname !== pathname || !MARKS.some((mark) => url.searchParams.has(mark))) return
    for (const mark of MARKS) url.searchParams.delete(mark)
    history.replaceState(history.state, '', url)
  }, [pathname, search])
}
