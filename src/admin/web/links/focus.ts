import { useEffect, useRef } from 'react'
import type { PastedLink } from '#app/links/links.contract.ts'

/** Where the keyboard goes on: the link, and what was just done with another. */
type Place = { id: string | undefined; act: 'make' | 'remove' }

/** What was pressed may be gone: the keyboard goes on from the next link, or from what is said of it. */
export function useFocusAfterPress(links: PastedLink[]) {
  const said = useRef<HTMLDivElement>(null)
  const hasPressed = useRef(false)
  const next = useRef<Place>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time other links are shown
  useEffect(() => {
    if (!hasPressed.current) return
    hasPressed.current = false
    if (document.activeElement?.matches('body, :disabled')) {
      const { id, act } = next.current ?? {}
      const buttons = `[data-link="${id}"] .link-acts button`
      const place =
        document.querySelector<HTMLElement>(`${buttons}[data-act=${act}]`) ??
        document.querySelector<HTMLElement>(buttons) ??
        said.current
      place?.focus()
    }
    next.current = undefined
  }, [links])

  return {
    /** Of the element where it is said what was done. */
    said,
    /** Comes when a press was answered, before the links are shown as they are by now. */
    onPressed: () => {
      hasPressed.current = true
    },
    goOnAt: (place: Place) => {
      next.current = place
    },
  }
}
