import { type RefObject, useLayoutEffect, useState } from 'react'
import { isBrowser } from '#app/web/browser.ts'

/** Below this a row is drawn as a card. */
const CARDS = '(width < 48rem)'

type Place = {
  /** Pixels from the top of the page to the list. */
  listTop: number
  /** Height of what sticks to the top of the screen above the list. */
  stack: number
  rem: number
  hasCards: boolean
}

const UNKNOWN: Place = { listTop: 0, stack: 0, rem: 16, hasCards: false }

const useBrowserLayoutEffect = isBrowser ? useLayoutEffect : () => {}

/** Where the list stands in the page; panels above it open and close, and its tools wrap. */
export function useListPlace(grid: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState(UNKNOWN)

  useBrowserLayoutEffect(() => {
    const element = grid.current
    const section = element?.closest('section')
    if (!element || !section) return
    const toolbar = section.querySelector<HTMLElement>('.toolbar-sticky')
    const look = () => {
      const next: Place = {
        listTop: Math.round(element.getBoundingClientRect().top + window.scrollY),
        stack: toolbar ? stuckHeight(toolbar) : 0,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        hasCards: matchMedia(CARDS).matches,
      }
      section.style.setProperty('--stack', `${next.stack}px`)
      setPlace((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    if (toolbar) observer.observe(toolbar)
    return () => observer.disconnect()
  }, [grid])

  return place
}

/** On a small screen with all filters shown the toolbar goes away with the page. */
function stuckHeight(toolbar: HTMLElement): number {
  return getComputedStyle(toolbar).position === 'sticky' ? toolbar.offsetHeight : 0
}
