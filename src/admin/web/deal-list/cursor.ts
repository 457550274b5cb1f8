import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DealListRow, findTarget } from './rows.rules.ts'
import type { ListWindow } from './virtual-window.ts'

type Options = {
  rows: readonly DealListRow[]
  view: RefObject<ListWindow | undefined>
  section: RefObject<HTMLElement | null>
}

/** Roving focus: the deal that the keyboard is on, and how it moves between deals. */
export function useCursor({ rows, view, section }: Options) {
  const [current, setCurrent] = useState<string>()
  const index = current === undefined ? -1 : rows.findIndex(({ key }) => key === current)
  /** The last index: if its deal is removed, the next one takes over. */
  const lastIndex = useRef(0)
  const isInside = useRef(false)
  /** The deal to focus as soon as it is rendered. */
  const wanted = useRef<string>(undefined)
  /** Position of a deal that is not loaded yet, to go to once it is. */
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
      // The focus was on the removed deal or something in it.
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

  // A row may have been focused before hydration.
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
    /** Returns the key of the row it went to, if that is loaded already. */
    goTo,
    enter,
    leave: useCallback(() => {
      // Removing an element also fires blur, but then focus goes to the body.
      if (document.activeElement !== document.body) isInside.current = false
    }, []),
    refocus,
    /** Call when the button that has the focus may be removed. */
    catchFocus: () => {
      // Waits for the next render.
      setTimeout(() => {
        if (document.activeElement === document.body) refocus()
      })
    },
  }
}
