import { memo, useMemo, useState } from 'react'
import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { formatWhole } from '#app/admin/web/shell/words.rules.ts'
import { RowResult } from './RowResult.tsx'
import { type RowFilter, rowsToShow } from './report.rules.ts'

/** A long table takes the browser a while; the first part of it comes at once. */
const DRAWN_AT_FIRST = 100

type Props = { report: BulkUploadReport; filter: RowFilter }

/** The rows of a sheet in a room of their own, so that what is below stays near. */
export const ReportRows = memo(function BulkRows({ report, filter }: Props) {
  const { rows, hidden } = useMemo(() => rowsToShow(report, filter), [report, filter])
  const [drawn, setDrawn] = useState(DRAWN_AT_FIRST)
  const more = Math.max(0, rows.length - drawn)
  if (rows.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="bulk-rows" tabIndex={0} aria-label="Rows of the sheet">
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="figure">
                Row
              </th>
              <th scope="col">Piece</th>
              <th scope="col" className="figure bulk-price">
                Original
              </th>
              <th scope="col" className="figure bulk-price">
                Sale
              </th>
              <th scope="col" className="bulk-shop">
                Shop
              </th>
              <th scope="col">What becomes of it</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map((row) => (
              <RowResult key={`${row.state} ${row.row}`} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && (
        <p>
          <button type="button" className="tool" onClick={() => setDrawn(rows.length)}>
            {`Show ${formatWhole(more)} more`}
          </button>
        </p>
      )}
      {hidden > 0 && more === 0 && (
        <p className="soft">
          {`The first ${formatWhole(rows.length)} are shown, ${formatWhole(hidden)} are not.`}
        </p>
      )}
    </>
  )
})
