import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isBrowser } from '#app/web/browser.ts'
import type { DealListRow } from './rows.rules.ts'

/** Estimated heights in rem; each row is measured when it is rendered. */
const DAY_REM = 2.75
const ROW_REM = 4.25
const CARD_REM = 14.75
/** Room for the bar over the bottom of the page. */
const BULK_ACTIONS_REM = 7.5

type Options = {
  grid: RefObject<HTMLDivElement | null>
  rows: readonly DealListRow[]
  /** The deal that the keyboard is on: always rendered. */
  pinned: string | undefined
  /** Positions of the first and the last deal on the screen. */
  onSpan: (first: number, last: number) => void
}

export type ListWindow = {
  items: Array<{ index: number; start: number }>
  height: number
  /** Index of the sticky heading: the day at the top of the screen. */
  stuck: number
  measure: (element: Element | null) => void
  scrollTo: (index: number) => void
}

/** A window virtualizer: decides which rows are rendered while the page scrolls. */
export function useListWindow({ grid, rows, pinned, onSpan }: Options): ListWindow {
  const { listTop, stack, rem, hasCards } = useListPlace(grid)
  const stuck = useRef(0)
  const indexOfPinned = pinned === undefined ? -1 : rows.findIndex(({ key }) => key === pinned)

  const virtualizer = useWindowVirtualizer<Element>({
    count: rows.length,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback(
      (index: number) =>
        rem * (rows[index]?.kind === 'day' ? DAY_REM : hasCards ? CARD_REM : ROW_REM),
      [rows, rem, hasCards],
    ),
    overscan: 6,
    // The sticky toolbar covers the top of the screen, so the viewport begins below it.
    scrollMargin: listTop - stack,
    scrollPaddingStart: rem * DAY_REM,
    scrollPaddingEnd: stack + rem * BULK_ACTIONS_REM,
    rangeExtractor: useCallback(
      (range: Range) => {
        let day = Math.min(range.startIndex, rows.length - 1)
        while (day > 0 && rows[day]?.kind !== 'day') day -= 1
        stuck.current = day
        const drawn = new Set([day, ...defaultRangeExtractor(range)])
        if (indexOfPinned >= 0) drawn.add(indexOfPinned)
        return [...drawn].sort((a, b) => a - b)
      },
      [rows, indexOfPinned],
    ),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout invalidates the measurements
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rem, hasCards])

  const margin = virtualizer.options.scrollMargin
  const items = virtualizer.getVirtualItems().map(({ index, start }) => ({
    index,
    start: start - margin,
  }))
  useSpan(virtualizer, rows, onSpan)
  useAnchor(virtualizer, rows)

  return {
    items,
    height: virtualizer.getTotalSize(),
    stuck: stuck.current,
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}

type WindowVirtualizer = Virtualizer<Window, Element>

/** A longer jump means dragging the scroll bar: rows passed on the way are not fetched. */
const JUMP_ROWS = 60
const SETTLED_MS = 100

/** Reports which deals are on the screen; after a jump, only once scrolling has settled. */
function useSpan(
  { range }: WindowVirtualizer,
  rows: readonly DealListRow[],
  onSpan: (first: number, last: number) => void,
) {
  const said = useRef(0)
  const { startIndex = 0, endIndex = 0 } = range ?? {}

  useEffect(() => {
    const say = () => {
      said.current = startIndex
      const shown = rows.slice(startIndex, endIndex + 1).filter((row) => row.kind !== 'day')
      const [first] = shown
      const last = shown.at(-1)
      if (first && last) onSpan(first.position, last.position)
    }
    if (Math.abs(startIndex - said.current) < JUMP_ROWS) return say()
    const timer = setTimeout(say, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [startIndex, endIndex, rows, onSpan])
}

/**
 * Scroll anchoring: keeps the first visible row in place when rows are added or removed above it. At the top
 * of the list nothing is anchored, so that a new deal pushes the others down.
 */
function useAnchor(virtualizer: WindowVirtualizer, rows: readonly DealListRow[]) {
  const seen = useRef<{ rows: readonly DealListRow[]; row: DealListRow; start: number }>(undefined)
  const { scrollMargin } = virtualizer.options
  const startOf = (index: number) => {
    const item = virtualizer.measurementsCache[index]
    return item && item.start - scrollMargin
  }

  useLayoutEffect(() => {
    const before = seen.current
    if (!before || before.rows === rows || window.scrollY <= scrollMargin) return
    const { row, start } = before
    const index = rows.findIndex(
      (each) =>
        each.key === row.key ||
        (row.kind === 'gap' && each.kind === 'deal' && each.position === row.position),
    )
    const now = index < 0 ? undefined : startOf(index)
    if (now !== undefined && now !== start) window.scrollBy(0, now - start)
  })

  useLayoutEffect(() => {
    const top = window.scrollY - scrollMargin
    const from = virtualizer.range?.startIndex ?? 0
    for (let index = from; index < Math.min(from + 8, rows.length); index += 1) {
      const row = rows[index]
      const start = startOf(index)
      if (!row || row.kind === 'day' || start === undefined || start < top) continue
      seen.current = { rows, row, start }
      return
    }
  })
}

/** Below this width a row is shown as a card. */
const CARDS = '(width < 48rem)'

type Place = {
  /** Pixels from the top of the page to the list. */
  listTop: number
  /** The height of what is sticky above the list. */
  stack: number
  rem: number
  hasCards: boolean
}

const UNKNOWN: Place = { listTop: 0, stack: 0, rem: 16, hasCards: false }

const useBrowserLayoutEffect = isBrowser ? useLayoutEffect : () => {}

/** Tracks where the list is on the page, since panels above it open and close and its toolbar wraps. */
function useListPlace(grid: RefObject<HTMLElement | null>): Place {
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

/** 0 while the toolbar is not sticky: on a small screen with all filters open. */
function stuckHeight(toolbar: HTMLElement): number {
  return getComputedStyle(toolbar).position === 'sticky' ? toolbar.offsetHeight : 0
}
