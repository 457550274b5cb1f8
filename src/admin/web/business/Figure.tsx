import type { ReactNode } from 'react'
import type { RowsLink } from '#app/admin/web/metrics/address.rules.ts'
import { Metric } from '#app/admin/web/metrics/Metric.tsx'
import { CsvLink } from '#app/admin/web/metrics/MetricTable.tsx'

/** These numbers cover their own periods; their lists open with the default one. */
export const PERIOD = '30d'

type Props = { list: RowsLink; count: number; children: ReactNode }

/** A number that links to its rows. */
export function Figure({ list, count, children }: Props) {
  return (
    <Metric period={PERIOD} list={list} isNothing={count === 0}>
      {children}
    </Metric>
  )
}

/** Links to the lists behind a part, as a page and as a file. */
export function Lists({ of }: { of: Array<{ label: string; list: RowsLink }> }) {
  return (
    <ul className="metrics-lists business-lists">
      {of.map(({ label, list }) => (
        <li key={label}>
          <Metric period={PERIOD} list={list}>
            {label}
          </Metric>{' '}
          <CsvLink list={list} />
        </li>
      ))}
    </ul>
  )
}
