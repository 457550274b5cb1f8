import type { RowCounts } from './report.rules.ts'

const WIDTH = 1000

/** How the rows of a sheet divide, drawn to scale; the words stand beside it. */
export function OutcomeBar({ counts }: { counts: RowCounts }) {
  const { total, fresh, present, wrong } = counts
  const shares = [
    { name: 'new', rows: fresh },
    { name: 'duplicate', rows: present },
    { name: 'problem', rows: wrong },
  ].filter(({ rows }) => rows > 0)
  const sum = Math.max(total, 1)
  let at = 0
  return (
    <svg
      className="bulk-shares"
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shares.map(({ name, rows }) => {
        const x = at
        // One row of ten thousand still shows.
        const width = Math.max(4, (rows / sum) * WIDTH)
        at += width
        return <rect key={name} data-rows={name} x={x} y={0} width={width} height={10} />
      })}
    </svg>
  )
}
