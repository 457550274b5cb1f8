import { useEffect, useRef } from 'react'
import type { PastedLink } from '#app/links/links.contract.ts'

/** Where focus goes next: this link, preferably its button for the same act. */
type Place = { id: string | undefined; act: 'make' | 'remove' }

/** After a press, moves the focus to the next link or to the report, because the pressed button may be gone. */
export function useFocusAfterPress(links: PastedLink[]) {
  const said = useRef<HTMLDivElement>(null)
  const hasPressed = useRef(false)
  const next = useRef<Place>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the links change
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
    /** Ref for the element that reports what was done. */
    said,
    /** Call when a press was answered, before the links are updated. */
    onPressed: () => {
      hasPressed.current = true
    },
    goOnAt: (place: Place) => {
      next.current = place
    },
  }
}
