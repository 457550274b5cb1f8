import './list.css'
import { type RefObject, useEffect, useRef } from 'react'
import type { DealFlags } from '#app/admin/web/shell/deal-list-calls.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'
import type { RowTools } from './DealRow.tsx'
import type { DealError } from './flag-changes.ts'
import { ListLine } from './ListLine.tsx'
import type { DayCount, ListRow } from './rows.rules.ts'
import { type ListWindow, useListWindow } from './virtual-window.ts'

export type ListState = {
  rows: readonly ListRow[]
  counts: ReadonlyMap<string, DayCount>
  /** Undefined while a page made by the server must look as it was made. */
  today: string | undefined
  /** The deal that the keyboard is on. */
  current: string | undefined
  selected: ReadonlySet<string>
  fresh: ReadonlySet<string>
  pending: ReadonlyMap<string, DealFlags>
  errors: ReadonlyMap<string, DealError>
}

type Props = {
  list: ListState
  tools: RowTools
  isWaiting: boolean
  onSpan: (first: number, last: number) => void
  /** Takes what scrolls the list. */
  view: RefObject<ListWindow | undefined>
}

const GRID = { role: 'grid', 'aria-label': 'Deals', 'aria-multiselectable': true }
/** As many rows as the server draws: they fill a screen until scripts are there. */
const FIRST_ROWS = 14

/**
 * The rows that are on the screen, of a list of any length. A grid: the keyboard goes from row to
 * row, and into a row with the right arrow or Tab.
 */
export function VirtualList({ list, tools, isWaiting, onSpan, view }: Props) {
  const isHydrated = useHydrated()
  const grid = useRef<HTMLDivElement>(null)
  const drawn = useListWindow({ grid, rows: list.rows, pinned: list.current, onSpan })

  useEffect(() => {
    view.current = drawn
  })

  const tabStop = list.current ?? list.rows.find(({ kind }) => kind === 'deal')?.key
  const items: Array<{ index: number; start?: number }> = isHydrated
    ? drawn.items
    : list.rows.slice(0, FIRST_ROWS).map((_, index) => ({ index }))

  return (
    <div
      ref={grid}
      {...{ ...GRID, 'aria-rowcount': list.rows.length }}
      aria-busy={isWaiting}
      className={isHydrated ? 'virtual-list virtual-list-windowed' : 'virtual-list'}
      style={isHydrated ? { height: drawn.height } : undefined}
    >
      {items.map(({ index, start }) => {
        const row = list.rows[index]
        return (
          row && (
            <ListLine
              key={row.key}
              row={row}
              index={index}
              start={start}
              isStuck={isHydrated && index === drawn.stuck}
              isTabStop={row.key === tabStop}
              list={list}
              tools={tools}
              measure={drawn.measure}
            />
          )
        )
      })}
    </div>
  )
}
