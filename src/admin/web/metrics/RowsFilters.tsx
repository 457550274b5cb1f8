import { Link } from 'react-router'
import type { Period, RowKind } from '#app/admin/metrics/metrics.contract.ts'
import { formatWait } from '#app/shared/dates.ts'
import { REPEAT_MS } from '#app/tracking/tracking.facts.ts'
import type { Narrowing, RowsLink } from './address.rules.ts'
import { metricsPath } from './links.ts'
import { MEMBERSHIP_STATUS_WORDS } from './words.copy.ts'

type Choice = { name: keyof Narrowing; usual: string; of: Array<[value: string, words: string]> }

const CHOICES: Partial<Record<RowKind, Choice>> = {
  clicks: {
    name: 'click',
    usual: 'click',
    of: [
      ['click', 'What counts'],
      ['all', 'Everything'],
      ['repeat', `Again within ${formatWait(REPEAT_MS / 1000)}`],
      ['prefetch', 'Ahead of time'],
      ['head', 'Headers only'],
      ['bot', 'Programs'],
    ],
  },
  deals: {
    name: 'state',
    usual: 'published',
    of: [
      ['published', 'In the feed'],
      ['taken-back', 'Taken back since'],
    ],
  },
  checkouts: {
    name: 'step',
    usual: 'started',
    of: [
      ['started', 'Opened'],
      ['completed', 'Completed'],
      ['claimed', 'With an account'],
      ['paid', 'With a first payment'],
    ],
  },
  members: {
    name: 'standing',
    usual: 'members',
    of: [
      ['members', 'Members'],
      ...Object.entries(MEMBERSHIP_STATUS_WORDS)
        .filter(([standing]) => !['incomplete', 'incomplete_expired', 'paused'].includes(standing))
        .map(([standing, { words }]): [string, string] => [standing, words]),
      ['all', 'All'],
    ],
  },
  renewals: {
    name: 'interval',
    usual: 'month',
    of: [
      ['month', 'Monthly'],
      ['year', 'Annual'],
    ],
  },
}

/** Links to the same list with other filters. */
export function RowsFilters({ period, list }: { period: Period; list: RowsLink }) {
  const choice = CHOICES[list.rows]
  if (!choice) return null
  const { name, usual, of } = choice
  const chosen = list[name] ?? usual
  return (
    <nav className="metrics-periods" aria-label="Which rows">
      {of.map(([value, words]) => {
        const { page: _, [name]: __, ...rest } = list
        const next: RowsLink =
          value === usual
            ? { ...rest, rows: list.rows }
            : { ...rest, rows: list.rows, [name]: value }
        return (
          <Link
            key={value}
            className={value === chosen ? 'chip chip-set' : 'chip'}
            aria-current={value === chosen ? 'true' : undefined}
            to={metricsPath(period, next)}
            discover="none"
          >
            {words}
          </Link>
        )
      })}
    </nav>
  )
}
