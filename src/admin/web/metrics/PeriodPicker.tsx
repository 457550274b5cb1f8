import { Link } from 'react-router'
import type { Period } from '#app/admin/metrics.contract.ts'
import { PERIOD_WORDS } from './address.rules.ts'
import { metricsPath } from './links.ts'

export function PeriodPicker({ period }: { period: Period }) {
  return (
    <nav className="metrics-periods" aria-label="Period">
      {(Object.keys(PERIOD_WORDS) as Period[]).map((each) => (
        <Link
          key={each}
          className={each === period ? 'chip chip-set' : 'chip'}
          aria-current={each === period ? 'true' : undefined}
          to={metricsPath(each)}
          preventScrollReset
          discover="none"
        >
          {PERIOD_WORDS[each]}
        </Link>
      ))}
    </nav>
  )
}
