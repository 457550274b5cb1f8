import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

type Props = ComponentProps<'a'> & {
  /** Where it leads to: the whole of a path of ours, or `#` and a place of this page. */
  to: string
  /** The page stays where it was scrolled to. */
  preventScrollReset?: boolean
}

type Click = MouseEvent<HTMLAnchorElement>

/**
 * A link to a page of ours, of which a page may have hundreds. The router's own works out for each of them
 * what is asked only of the one that is followed, which is the larger part of drawing a list.
 */
export function PageLink({ to, preventScrollReset = false, onClick, ...rest }: Props) {
  if (onClick) {
    const hear = (event: Click) => {
      onClick(event)
      follow(event, preventScrollReset)
    }
    return <a {...rest} href={to} onClick={hear} />
  }
  return <a {...rest} href={to} onClick={preventScrollReset ? followInPlace : followToTop} />
}

function followToTop(event: Click) {
  follow(event, false)
}

function followInPlace(event: Click) {
  follow(event, true)
}

/** What opens elsewhere, as with a key held down, is the browser's to do. */
function follow(event: Click, preventScrollReset: boolean) {
  const { metaKey, altKey, ctrlKey, shiftKey, button, currentTarget: link } = event
  const isElsewhere = button !== 0 || metaKey || altKey || ctrlKey || shiftKey
  if (!go || event.defaultPrevented || isElsewhere) return
  event.preventDefault()
  const to = link.getAttribute('href') ?? ''
  // The router would take `#` alone for the place on a page without parameters.
  const path = to.startsWith('#') ? location.pathname + location.search + to : to
  void go(path, { preventScrollReset, replace: link.href === location.href })
}

let go: ((to: string, options?: NavigateOptions) => unknown) | undefined

/** Lets the links of this page be followed without a new document; until then the browser follows them. */
export function useFollowing() {
  const navigate = useNavigate()
  useEffect(() => {
    go = navigate
    return () => {
      go = undefined
    }
  }, [navigate])
}

/** Leads to a page of ours, as a link there would. */
export function goTo(path: string, options?: NavigateOptions) {
  if (go) void go(path, options)
  else location.assign(path)
}
