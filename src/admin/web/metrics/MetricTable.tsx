import type { ReactNode } from 'react'
import type { Period } from '#app/admin/metrics.contract.ts'
import { type RowsLink, rowsCall } from './address.rules.ts'
import { Metric } from './Metric.tsx'

export type TableColumn<R> = {
  label: string
  write: (row: R) => ReactNode
  /** The list behind this number, if there is one. */
  leadsTo?: (row: R) => RowsLink | undefined
}

type Props<R> = {
  caption: string
  period: Period
  rows: R[]
  keyOf: (row: R) => string
  /** The first is the row's header, the others are numbers. */
  columns: TableColumn<R>[]
  /** The list to download. */
  csv?: RowsLink
}

/** The data of a chart as a table, folded away; each number links to its rows. */
export function MetricTable<R>(props: Props<R>) {
  return (
    <details className="metrics-numbers">
      <summary>The numbers</summary>
      <MetricTableBody {...props} />
    </details>
  )
}

export function MetricTableBody<R>({ caption, period, rows, keyOf, columns, csv }: Props<R>) {
  const [head, ...numbers] = columns
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is too wide, the keyboard scrolls it */}
      <section className="table-room" aria-label={caption} tabIndex={0}>
        <table className="table metrics-table">
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{head?.label}</th>
              {numbers.map(({ label }) => (
                <th key={label} scope="col" className="figure">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">{head?.write(row)}</th>
                {numbers.map(({ label, write, leadsTo }) => {
                  const list = leadsTo?.(row)
                  return (
                    <td key={label} className="figure">
                      {list ? (
                        <Metric period={period} list={list}>
                          {write(row)}
                        </Metric>
                      ) : (
                        write(row)
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {csv && <CsvLink list={csv} />}
    </>
  )
}

export function CsvLink({ list }: { list: RowsLink }) {
  return (
    <a className="tool tool-bare metrics-csv" href={rowsCall(list, 'csv')} download>
      Download as CSV
    </a>
  )
}
