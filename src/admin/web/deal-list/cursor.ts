import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DealListRow, findTarget } from './rows.rules.ts'
import type { ListWindow } from './virtual-window.ts'

type Options = {
  rows: readonly DealListRow[]
  view: RefObject<ListWindow | undefined>
  section: RefObject<HTMLElement | null>
}

/** Roving focus: the deal that the keyboard is on, and how it goes from one to another. */
export function useCursor({ rows, view, section }: Options) {
  const [current, setCurrent] = useState<string>()
  const index = current === undefined ? -1 : rows.findIndex(({ key }) => key === current)
  /** Where it was last: when its deal goes, the next one takes its place. */
  const lastIndex = useRef(0)
  const isInside = useRef(false)
  /** The deal that is to have the focus as soon as it is drawn. */
  const wanted = useRef<string>(undefined)
  /** Position of a deal that is still on its way and is to be gone to when it is here. */
  const awaited = useRef<number>(undefined)

  const goTo = useCallback(
    (target: number, direction: 1 | -1) => {
      const found = findTarget(rows, target, direction)
      const row = found === undefined ? undefined : rows[found]
      if (found === undefined || !row) return
      view.current?.scrollTo(found)
      if (row.kind === 'gap') {
        awaited.current = row.position
        return
      }
      awaited.current = undefined
      wanted.current = row.key
      setCurrent(row.key)
      return row.key
    },
    [rows, view],
  )

  useEffect(() => {
    if (awaited.current !== undefined) {
      const position = awaited.current
      const here = rows.findIndex((row) => row.kind === 'deal' && row.position === position)
      if (here >= 0) {
        goTo(here, 1)
        return
      }
    }
    if (index >= 0) lastIndex.current = index
    else if (current !== undefined) {
      const next = findTarget(rows, Math.min(lastIndex.current, rows.length - 1), 1)
      const row = next === undefined ? undefined : rows[next]
      const key = row?.kind === 'deal' ? row.key : undefined
      setCurrent(key)
      // The keyboard was on the deal that has gone, or on something in it.
      if (isInside.current && document.activeElement === document.body) wanted.current = key
    }
  }, [rows, index, current, goTo])

  useEffect(() => {
    if (current === undefined || wanted.current !== current) return
    const row = section.current?.querySelector<HTMLElement>(`[data-deal="${CSS.escape(current)}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })

  const enter = useCallback((id: string) => {
    isInside.current = true
    setCurrent(id)
  }, [])

  // Whoever went to a deal before the page was alive is on it.
  useLayoutEffect(() => {
    const row = document.activeElement?.closest<HTMLElement>('[data-deal]')
    if (row?.dataset.deal && section.current?.contains(row)) enter(row.dataset.deal)
  }, [section, enter])

  const refocus = useCallback(() => {
    const row = section.current?.querySelector<HTMLElement>('.list-row[tabindex="0"]')
    row?.focus({ preventScroll: true })
  }, [section])

  return {
    current,
    index,
    /** Answers the key of the row it has gone to, if that is here already. */
    goTo,
    enter,
    leave: useCallback(() => {
      // What is taken off the page loses the focus as well, but to nothing.
      if (document.activeElement !== document.body) isInside.current = false
    }, []),
    refocus,
    /** For when the button that had the focus is no longer there. */
    catchFocus: () => {
      // The list is drawn anew first.
      setTimeout(() => {
        if (document.activeElement === document.body) refocus()
      })
    },
  }
}
