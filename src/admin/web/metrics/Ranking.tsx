import { useId } from 'react'
import type { Period, Ranked } from '#app/admin/metrics/metrics.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import type { RowsLink } from './address.rules.ts'
import { Metric } from './Metric.tsx'
import { CsvLink } from './MetricTable.tsx'

type Props = {
  title: string
  period: Period
  top: Ranked[]
  /** The number of all. */
  count: number
  /** The link to the whole list. */
  all: RowsLink
  leadsTo: (ranked: Ranked) => RowsLink
}

/** The most clicked, each with a bar in proportion to its number. */
export function Ranking({ title, period, top, count, all, leadsTo }: Props) {
  const id = useId()
  const most = top[0]?.clicks ?? 1
  return (
    <div className="metrics-ranking">
      <h3 id={id}>{title}</h3>
      <table aria-labelledby={id}>
        <thead className="sr">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Clicks</th>
          </tr>
        </thead>
        <tbody>
          {top.map((ranked) => (
            <tr key={ranked.id}>
              <th scope="row">
                {ranked.name}
                {ranked.isDeleted && <span className="soft"> (deleted)</span>}
                <Length share={ranked.clicks / most} />
              </th>
              <td className="figure">
                <Metric period={period} list={leadsTo(ranked)}>
                  {formatCount(ranked.clicks)}
                </Metric>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="metrics-ranking-end">
        {count > top.length && (
          <Metric period={period} list={all}>
            All {formatCount(count)}
          </Metric>
        )}
        <CsvLink list={all} />
      </p>
    </div>
  )
}

/** A bar in proportion to the longest. Sized by SVG attributes, because our CSP refuses styles. */
export function Length({ share }: { share: number }) {
  return (
    <svg
      className="metrics-length"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={Math.max(share * 100, share > 0 ? 0.5 : 0)} height="1" />
    </svg>
  )
}
