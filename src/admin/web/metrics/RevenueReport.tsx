import type { RevenueMetrics } from '#app/admin/metrics/metrics.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMonth } from '#app/shared/dates.ts'
import { formatDollars, formatRoundDollars } from '#app/shared/money.ts'
import { Chart } from './Chart.tsx'
import { Metric } from './Metric.tsx'
import { MetricTable } from './MetricTable.tsx'
import { changeWords, otherCurrenciesInWords } from './words.copy.ts'

/** Payments less refunds, by month. */
export function RevenueReport(metrics: RevenueMetrics) {
  const { period, span, current, earlier, months, otherCurrencies } = metrics
  const year = months.reduce((sum, { net }) => sum + net, 0)
  const hasAny = months.some(({ payments }) => payments > 0)
  const dates = { from: span.first, to: span.last }
  return (
    <>
      <div className="metrics-words">
        <p>
          <Metric
            period={period}
            list={{ rows: 'payments', ...dates }}
            isNothing={current.payments === 0}
          >
            {formatDollars(current.net)}
          </Metric>{' '}
          in the period, from {countOf(current.payments, 'payment')}.{' '}
          {changeWords(current.net, earlier.net, period)}.
          {current.refunded > 0 && ` ${formatDollars(current.refunded)} of it was paid back.`}
        </p>
        <p className="soft">
          US dollars, as the payment provider has told us. What was paid back is taken off the month
          of the payment.
          {otherCurrencies > 0 && ` ${otherCurrenciesInWords(otherCurrencies)}`}
        </p>
      </div>
      <div className="metrics-body">
        {hasAny ? (
          <Chart
            summary={`Revenue by month, the last twelve: ${formatDollars(year)} in all.`}
            write={formatRoundDollars}
            bars={months.map((each) => ({
              label: formatMonth(each.first),
              name: formatMonth(each.first),
              value: each.net,
              more: each.refunded,
              words: `${formatDollars(each.net)}${each.refunded > 0 ? `; ${formatDollars(each.refunded)} paid back` : ''}`,
            }))}
            legend={
              <>
                <span className="swatch swatch-ink">Kept</span>
                <span className="swatch swatch-edge">Paid back</span>
                <span className="soft">The last 12 months, whatever the period</span>
              </>
            }
          />
        ) : (
          <p className="soft">Nothing yet: months appear here when the first payment arrives.</p>
        )}
        <MetricTable
          caption="Revenue by month"
          period={period}
          rows={months.toReversed()}
          keyOf={({ first }) => first}
          csv={{ rows: 'revenue-by-month' }}
          columns={[
            { label: 'Month', write: ({ first }) => formatMonth(first) },
            {
              label: 'Payments',
              write: ({ payments }) => formatCount(payments),
              leadsTo: ({ first, last, payments }) =>
                payments > 0 ? { rows: 'payments', from: first, to: last } : undefined,
            },
            { label: 'Taken', write: ({ taken }) => formatDollars(taken) },
            { label: 'Paid back', write: ({ refunded }) => formatDollars(refunded) },
            { label: 'Kept', write: ({ net }) => formatDollars(net) },
          ]}
        />
      </div>
    </>
  )
}
