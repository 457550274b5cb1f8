import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { Chart } from '#app/admin/web/metrics/Chart.tsx'
import { MetricTable } from '#app/admin/web/metrics/MetricTable.tsx'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatDate, formatMonth } from '#app/shared/dates.ts'
import { formatDollars, formatRoundDollars } from '#app/shared/money.ts'
import { Figure, Lists, PERIOD } from './Figure.tsx'
import { notCountedInWords } from './words.copy.ts'

/** The monthly revenue of memberships, now and over time. */
export function RecurringReport(recurring: BusinessNumbers['recurring']) {
  const { now, annual, monthly, months } = recurring
  const hasAny = months.some(({ memberships }) => memberships > 0)
  const last = months.at(-1)
  return (
    <>
      <div className="metrics-words">
        <p>
          <Figure list={{ rows: 'recurring' }} count={now.memberships}>
            {formatDollars(now.monthly)}
          </Figure>{' '}
          a month from {countOf(now.memberships, 'membership')}: {formatDollars(annual.monthly)}{' '}
          from {formatCount(annual.memberships)} annual, {formatDollars(monthly.monthly)} from{' '}
          {formatCount(monthly.memberships)} monthly.
        </p>
        <p className="soft">
          What each membership last paid, less what was sent back of it, shared out over the months
          it is for: a year counts a twelfth. A membership that is ending counts until it ends, days
          that we gave included.
        </p>
        <p className="soft">{notCountedInWords(recurring)}</p>
      </div>
      <div className="metrics-body">
        {hasAny ? (
          <Chart
            summary={`Recurring revenue at the end of each month, the last twelve, and now: ${formatDollars(now.monthly)}.`}
            write={formatRoundDollars}
            bars={months.map((each) => ({
              label: each.on === last?.on ? 'Now' : formatMonth(each.on),
              name: each.on === last?.on ? 'Now' : `End of ${formatMonth(each.on)}`,
              value: each.monthly,
              words: `${formatDollars(each.monthly)} from ${countOf(each.memberships, 'membership')}`,
            }))}
            legend={
              <>
                <span className="swatch swatch-ink">A month, at the end of each month</span>
                <span className="soft">The last one is now</span>
              </>
            }
          />
        ) : (
          <p className="soft">Nothing yet: it begins with the first payment of a membership.</p>
        )}
        <MetricTable
          caption="Recurring revenue by month"
          period={PERIOD}
          rows={months.toReversed()}
          keyOf={({ on }) => on}
          csv={{ rows: 'recurring-by-month' }}
          columns={[
            { label: 'End of', write: ({ on }) => formatDate(on) },
            {
              label: 'Memberships',
              write: ({ memberships }) => formatCount(memberships),
              leadsTo: ({ on, memberships }) =>
                memberships > 0 ? { rows: 'recurring', to: on } : undefined,
            },
            { label: 'A month', write: (row) => formatDollars(row.monthly) },
            { label: 'A year', write: (row) => formatDollars(row.monthly * 12) },
          ]}
        />
        <Lists
          of={[
            { label: 'Payment by payment, now', list: { rows: 'recurring' } },
            { label: 'By month', list: { rows: 'recurring-by-month' } },
          ]}
        />
      </div>
    </>
  )
}
