import { Link } from 'react-router'
import type { MetricRows, Period } from '#app/admin/metrics/metrics.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatMoment, formatMonth, formatShortDayOfWeek } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import type { RowsLink } from './address.rules.ts'
import { dealListPath } from './links.ts'
import { Metric } from './Metric.tsx'

type Column = MetricRows['columns'][number]
type Row = MetricRows['rows'][number]
type Props = Pick<MetricRows, 'title' | 'columns' | 'rows'> & { period: Period }

const IS_NUMBER: Record<Column['type'], boolean> = {
  text: false,
  moment: false,
  day: false,
  month: false,
  count: true,
  hours: true,
  money: true,
}

export function RowsTable({ title, columns, rows, period }: Props) {
  // The first count of a row links to the list behind it, the deal's name to the deal.
  const counted = columns.findIndex(({ type }) => type === 'count')
  const named = columns.findIndex(({ label }) => label === 'Deal')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is too wide
    <section className="table-room" aria-label={title} tabIndex={0}>
      <table className="table metrics-rows">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ label, type }) => (
              <th key={label} scope="col" className={IS_NUMBER[type] ? 'figure' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {columns.map(({ label, type }, index) => {
                const words = cellWords(row.cells[index] ?? null, type)
                return (
                  <td key={label} className={IS_NUMBER[type] ? 'figure' : `cell-${type}`}>
                    {index === named ? (
                      <DealCell dealId={row.dealId} name={words} />
                    ) : index === counted ? (
                      <CountCell row={row} words={words} period={period} />
                    ) : (
                      words
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function DealCell({ dealId, name }: { dealId: string | null; name: string }) {
  if (dealId === null) return <>{name} (deleted)</>
  return (
    <Link className="text-link" to={dealListPath([dealId])} discover="none">
      {name}
    </Link>
  )
}

function CountCell({ row, words, period }: { row: Row; words: string; period: Period }) {
  if (row.leadsTo === null) return words
  return (
    <Metric period={period} list={row.leadsTo as RowsLink} isNothing={words === '0'}>
      {words}
    </Metric>
  )
}

function cellWords(cell: Row['cells'][number], type: Column['type']): string {
  if (cell === null) return '–'
  if (type === 'count' || type === 'hours') return formatCount(Number(cell))
  if (type === 'money') return formatDollars(Number(cell))
  if (type === 'moment') return formatMoment(String(cell))
  if (type === 'day') return formatShortDayOfWeek(String(cell))
  return type === 'month' ? formatMonth(String(cell)) : String(cell)
}
