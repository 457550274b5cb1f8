import type { ReactNode } from 'react'
import type { Period } from '#app/admin/metrics/metrics.contract.ts'
import { ROWS_OF_ONE_PERSON, ROWS_OF_PEOPLE } from '#app/admin/metrics/metrics.facts.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { failureText } from '#app/admin/web/shell/failures.ts'
import { useAdminSession } from '#app/admin/web/shell/session.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { type RowsLink, rowsCall } from './address.rules.ts'
import { Metric } from './Metric.tsx'

type TableColumn<R> = {
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
  /** The first column is the row's header, the others are numbers. */
  columns: TableColumn<R>[]
  /** The list to download. */
  csv?: RowsLink
}

/** The data of a chart as a collapsed table; each number links to its rows. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is too wide */}
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

/**
 * Downloads a list as CSV. Lists with addresses are for owners after a second factor; lists about single
 * persons are only for owners.
 */
export function CsvLink({ list }: { list: RowsLink }) {
  const { role } = useAdminSession()
  const { withProof, dialog } = useProof()
  const href = rowsCall(list, 'csv')
  const asks = role === 'owner' && ROWS_OF_PEOPLE.has(list.rows)

  if (role !== 'owner' && ROWS_OF_ONE_PERSON.has(list.rows)) return null

  async function take() {
    try {
      await withProof(() => browserApi.request('GET', `${ADMIN_CALLS.metrics}/people`))
      window.location.assign(href)
    } catch (error) {
      if (error instanceof GivenUp) return
      const title = 'The file could not be fetched'
      showToast({ title, description: failureText(error, 'Try again.'), tone: 'error' })
    }
  }

  return (
    <>
      <a
        className="tool tool-bare metrics-csv"
        href={href}
        download
        {...(asks && {
          onClick: (event) => {
            event.preventDefault()
            void take()
          },
        })}
      >
        Download as CSV
      </a>
      {dialog}
    </>
  )
}
