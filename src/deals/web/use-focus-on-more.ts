import { useEffect, useRef } from 'react'

/** Focuses the first newly loaded deal for the keyboard, by the returned ref. `to` is the last page shown. */
export function useFocusOnMore(to: number) {
  const link = useRef<HTMLAnchorElement>(null)
  const before = useRef(to)
  useEffect(() => {
    const { current } = link
    if (to > before.current && current) {
      current.focus({ preventScroll: true })
      // With a mouse the scroll position stays; a visible focus must be in view.
      if (current.matches(':focus-visible')) current.scrollIntoView({ block: 'nearest' })
    }
    before.current = to
  }, [to])
  return link
}
