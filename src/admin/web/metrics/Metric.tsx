import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Period } from '#app/admin/metrics/metrics.contract.ts'
import type { RowsLink } from './address.rules.ts'
import { metricsPath } from './links.ts'

type Props = {
  period: Period
  list: RowsLink
  /** Zero is not a link, because its list would be empty. */
  isNothing?: boolean
  className?: string
  children: ReactNode
}

/** A number that links to the rows behind it. */
export function Metric({ period, list, isNothing, className, children }: Props) {
  if (isNothing) return <span className={className}>{children}</span>
  return (
    <Link className={className ?? 'text-link'} to={metricsPath(period, list)} discover="none">
      {children}
    </Link>
  )
}
