import './list.css'
import { type RefObject, useEffect, useRef } from 'react'
import type { DealFlags } from '#app/admin/web/shell/deal-api.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { DealRow, type RowTools } from './DealRow.tsx'
import type { DealError } from './flag-changes.ts'
import type { DayCount, DealListRow } from './rows.rules.ts'
import { type ListWindow, useListWindow } from './virtual-window.ts'
import { dayCountInWords, dayHeading } from './words.copy.ts'

type ListState = {
  rows: readonly DealListRow[]
  counts: ReadonlyMap<string, DayCount>
  /** Undefined until hydrated: the server does not know the reader's day. */
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
  /** Receives the window that scrolls the list. */
  view: RefObject<ListWindow | undefined>
}

const GRID = { role: 'grid', 'aria-label': 'Deals', 'aria-multiselectable': true }
/** The number of rows that the server renders: they fill a screen until scripts run. */
const FIRST_ROWS = 14

/**
 * Renders the rows on the screen, of a list of any length. A grid: arrow keys move between rows, and the
 * right arrow or Tab goes into one.
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

type LineProps = {
  row: DealListRow
  index: number
  /** Pixels from the top of the list; undefined for static layout. */
  start: number | undefined
  /** The heading of the day being viewed, which sticks to the top. */
  isStuck: boolean
  isTabStop: boolean
  list: ListState
  tools: RowTools
  measure: (element: Element | null) => void
}

/** One positioned row: the heading of a day, a deal, or a placeholder. */
function ListLine({ row, index, start, isStuck, isTabStop, list, tools, measure }: LineProps) {
  const place = {
    ref: measure,
    role: 'row',
    'data-index': index,
    'aria-rowindex': index + 1,
    style: start === undefined || isStuck ? undefined : { transform: `translateY(${start}px)` },
  }
  if (row.kind === 'day') {
    const count = list.counts.get(row.day)
    return (
      <div {...place} className={isStuck ? 'list-day list-day-stuck' : 'list-day'}>
        <div {...CELL}>
          <h3>
            {/* The separator stays at the end of a line that breaks. */}
            {`${dayHeading(row.day, list.today)}${count ? '\u00a0· ' : ''}`}
            {count && <span className="soft">{dayCountInWords(count)}</span>}
          </h3>
          {count?.unpublished !== undefined && (
            <button type="button" className="text-link" onClick={() => tools.onSelectDay(row.day)}>
              Select<span className="sr">{` all of ${dayHeading(row.day, list.today)}`}</span>
            </button>
          )}
        </div>
      </div>
    )
  }
  if (row.kind === 'gap') {
    return (
      <div {...place} className="list-row">
        <div {...CELL} className="deal-row deal-row-bones">
          <span className="sr">Loading</span>
          <span className="bone deal-row-thumb" />
          <span className="bone deal-row-bone" />
        </div>
      </div>
    )
  }
  const { id } = row.deal
  return (
    <div
      {...place}
      {...{ 'aria-selected': list.selected.has(id), onFocus: () => tools.onEnter(id) }}
      className="list-row"
      data-deal={id}
      tabIndex={isTabStop ? 0 : -1}
    >
      <DealRow
        {...tools}
        deal={row.deal}
        pending={list.pending.get(id)}
        error={list.errors.get(id)}
        isSelected={list.selected.has(id)}
        isCurrent={isTabStop}
        isFresh={list.fresh.has(id)}
      />
    </div>
  )
}

// ARIA roles instead of a table, because only some of the rows are rendered.
const CELL = { role: 'gridcell' }
