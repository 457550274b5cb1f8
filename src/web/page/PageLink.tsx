import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

type Props = ComponentProps<'a'> & {
  /** A full path on our site, or `#` and an id on this page. */
  to: string
  /** Keeps the scroll position. */
  preventScrollReset?: boolean
}

type Click = MouseEvent<HTMLAnchorElement>

/**
 * A link to a page of ours, cheap enough for hundreds on a page. The router's own link computes for every
 * link what only a followed one needs, which is most of the cost of rendering a list.
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

/** Leaves clicks that open elsewhere, as with a modifier key, to the browser. */
function follow(event: Click, preventScrollReset: boolean) {
  const { metaKey, altKey, ctrlKey, shiftKey, button, currentTarget: link } = event
  const isElsewhere = button !== 0 || metaKey || altKey || ctrlKey || shiftKey
  if (!go || event.defaultPrevented || isElsewhere) return
  event.preventDefault()
  const to = link.getAttribute('href') ?? ''
  // The router would resolve a bare `#` to this page without its query.
  const path = to.startsWith('#') ? location.pathname + location.search + to : to
  void go(path, { preventScrollReset, replace: link.href === location.href })
}

let go: ((to: string, options?: NavigateOptions) => unknown) | undefined

/** Makes the links of this page navigate on the client; until then the browser follows them. */
export function useFollowing() {
  const navigate = useNavigate()
  useEffect(() => {
    go = navigate
    return () => {
      go = undefined
    }
  }, [navigate])
}

/** Navigates to a page of ours, as a link would. */
export function goTo(path: string, options?: NavigateOptions) {
  if (go) void go(path, options)
  else location.assign(path)
}
