import { type SizeChart, type SizeRow, systemLabel } from '#app/deals/vocabulary/sizes.facts.ts'
import './sizes.css'

type Props = {
  chart: SizeChart
  /** Defaults to all rows of the chart. */
  rows?: readonly SizeRow[]
  /** Whether to include the column for the waist of jeans. */
  hasWaist?: boolean
}

/** Approximate equivalents, one size per row and one system per column. */
export function SizeTable({ chart, rows = chart.rows, hasWaist = true }: Props) {
  const { kind, label, letters } = chart
  const columns = chart.columns.filter((system) => hasWaist || system !== 'W')
  const [first, ...others] = columns
  if (!first) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="size-room" tabIndex={0} aria-label={`${label}: approximate equivalents`}>
      <table className="size-table">
        <thead>
          <tr>
            {columns.map((system) => (
              <th key={system} scope="col">
                {systemLabel(system, kind)}
              </th>
            ))}
            {letters.length > 0 && <th scope="col">Letter</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, sizes, letter }) => (
            <tr key={key}>
              <th scope="row">{sizes[first]}</th>
              {others.map((system) => (
                <td key={system}>{sizes[system]}</td>
              ))}
              {letters.length > 0 && <td>{letter ?? '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
