import type { ReactNode } from 'react'
import type {
  ClickMetrics,
  DealMetrics,
  MemberMetrics,
  Period,
  RevenueMetrics,
} from '#app/admin/metrics/metrics.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { addDays } from '#app/shared/dates.ts'
import { formatRoundDollars } from '#app/shared/money.ts'
import type { RowsLink } from './address.rules.ts'
import { Metric } from './Metric.tsx'
import { changeWords } from './words.copy.ts'

type Props = {
  period: Period
  deals: DealMetrics | undefined
  clicks: ClickMetrics | undefined
  members: MemberMetrics | undefined
  revenue: RevenueMetrics | undefined
}

/** The four most important numbers. */
export function Headline({ period, deals, clicks, members, revenue }: Props) {
  const onTrial = members?.standings.find(({ standing }) => standing === 'trialing')?.people ?? 0
  return (
    <dl className="metrics-lead">
      {deals && (
        <Lead
          period={period}
          name="Deals a day"
          list={{ rows: 'deals', from: deals.span.first, to: addDays(deals.span.last, -1) }}
          value={formatCount(deals.perDay)}
        >
          {countOf(deals.daysReached, 'day')} of {deals.daysOver} had {deals.claim} or more
        </Lead>
      )}
      {clicks && (
        <Lead
          period={period}
          name="Clicks"
          list={{ rows: 'clicks', from: clicks.span.first, to: clicks.span.last }}
          value={formatCount(clicks.clicks)}
        >
          {changeWords(clicks.clicks, clicks.clicksBefore, period)}
        </Lead>
      )}
      {members && (
        <Lead
          period={period}
          name="Members"
          list={{ rows: 'members' }}
          value={formatCount(members.members)}
        >
          Today; {onTrial === 0 ? 'nobody' : formatCount(onTrial)} of them on trial
        </Lead>
      )}
      {revenue && (
        <Lead
          period={period}
          name="Revenue"
          list={{ rows: 'payments', from: revenue.span.first, to: revenue.span.last }}
          value={formatRoundDollars(revenue.current.net)}
        >
          {changeWords(revenue.current.net, revenue.earlier.net, period)}
        </Lead>
      )}
    </dl>
  )
}

type LeadProps = {
  period: Period
  name: string
  list: RowsLink
  value: string
  children: ReactNode
}

function Lead({ period, name, list, value, children }: LeadProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Metric
          period={period}
          list={list}
          className="metrics-lead-number"
          isNothing={/^\$?0$/.test(value)}
        >
          {value}
        </Metric>
        <span className="metrics-lead-words">{children}</span>
      </dd>
    </div>
  )
}
