import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { leavingReason } from '#app/admin/metrics/business.facts.ts'
import { Chart } from '#app/admin/web/metrics/Chart.tsx'
import { MetricTableBody } from '#app/admin/web/metrics/MetricTable.tsx'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMonth } from '#app/shared/dates.ts'
import { Figure, Lists, PERIOD } from './Figure.tsx'

/** Who left, by reason and by whether a payment had failed. */
export function LeavingReport({ months, reasons }: BusinessNumbers['leaving']) {
  const sum = (key: 'kept' | 'failed') => months.reduce((all, month) => all + month[key], 0)
  const [kept, failed] = [sum('kept'), sum('failed')]
  const span = { from: months[0]?.first ?? '', to: months.at(-1)?.last ?? '' }
  return (
    <>
      <div className="metrics-words">
        <p>
          <Figure list={{ rows: 'left', ...span }} count={kept + failed}>
            {countOf(kept + failed, 'membership')}
          </Figure>{' '}
          ended in 12 months:{' '}
          <Figure list={{ rows: 'left', outcome: 'kept', ...span }} count={kept}>
            {formatCount(kept)}
          </Figure>{' '}
          with the payments kept up,{' '}
          <Figure list={{ rows: 'left', outcome: 'failed', ...span }} count={failed}>
            {formatCount(failed)}
          </Figure>{' '}
          by a payment that failed.
        </p>
        <p className="soft">
          By when the membership ended, trials included. Why is what people chose on the pages of
          the payment provider; most say nothing. What an owner ended is named apart.
        </p>
      </div>
      <div className="metrics-body">
        {kept + failed > 0 ? (
          <>
            <Chart
              summary={`Memberships that ended, by month: ${formatCount(kept)} with payments kept up, ${formatCount(failed)} by a failed payment.`}
              write={formatCount}
              bars={months.map((month) => ({
                label: formatMonth(month.first),
                name: formatMonth(month.first),
                value: month.kept,
                more: month.failed,
                words: `${formatCount(month.kept)} with payments kept up, ${formatCount(month.failed)} by a failed payment`,
              }))}
              legend={
                <>
                  <span className="swatch swatch-ink">Payments kept up</span>
                  <span className="swatch swatch-edge">A payment failed</span>
                </>
              }
            />
            <MetricTableBody
              caption="Why members left"
              period={PERIOD}
              rows={reasons}
              keyOf={({ reason }) => reason}
              columns={[
                { label: 'Why', write: ({ reason }) => leavingReason(reason) },
                {
                  label: 'All',
                  write: (row) => formatCount(row.trial + row.kept + row.back + row.failed),
                  leadsTo: ({ reason }) => ({ rows: 'left', reason, ...span }),
                },
                { label: 'On trial', write: ({ trial }) => formatCount(trial) },
                { label: 'Payment kept', write: (row) => formatCount(row.kept) },
                { label: 'Sent back', write: ({ back }) => formatCount(back) },
                { label: 'Payment failed', write: (row) => formatCount(row.failed) },
              ]}
            />
          </>
        ) : (
          <p className="soft">Nobody has left in this time.</p>
        )}
        <Lists
          of={[
            { label: 'Who left', list: { rows: 'left', ...span } },
            { label: 'By reason', list: { rows: 'left-by-reason' } },
          ]}
        />
      </div>
    </>
  )
}
