import { DealRow, type RowTools } from './DealRow.tsx'
import { dayCountInWords, dayHeading, type ListRow } from './rows.rules.ts'
import type { ListState } from './VirtualList.tsx'

type Props = {
  row: ListRow
  index: number
  /** Pixels from the top of the list; undefined lets it stand in line. */
  start: number | undefined
  /** The day whose deals are being looked at: its heading stays in view. */
  isStuck: boolean
  isTabStop: boolean
  list: ListState
  tools: RowTools
  measure: (element: Element | null) => void
}

/** One line of the list where it belongs: a day, a deal, or one on its way. */
export function ListLine({ row, index, start, isStuck, isTabStop, list, tools, measure }: Props) {
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
            {dayHeading(row.day, list.today)}
            {count && <span className="soft">{` · ${dayCountInWords(count)}`}</span>}
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

// A cell of a grid that is drawn in part, as no table can be.
const CELL = { role: 'gridcell' }
