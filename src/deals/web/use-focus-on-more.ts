import { useEffect, useRef } from 'react'

/**
 * After more deals were asked for, the keyboard goes on with the first of them: for the link of that one.
 * `to` is the last page that is shown.
 */
export function useFocusOnMore(to: number) {
  const link = useRef<HTMLAnchorElement>(null)
  const before = useRef(to)
  useEffect(() => {
    const { current } = link
    if (to > before.current && current) {
      current.focus({ preventScroll: true })
      // Somebody with a mouse keeps their place; the keyboard's place has to be seen.
      if (current.matches(':focus-visible')) current.scrollIntoView({ block: 'nearest' })
    }
    before.current = to
  }, [to])
  return link
}
