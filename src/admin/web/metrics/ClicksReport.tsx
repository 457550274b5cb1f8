import type { ClickMetrics } from '#app/admin/metrics/metrics.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMonth, formatShortDay, formatWait } from '#app/shared/dates.ts'
import { REPEAT_MS } from '#app/tracking/tracking.facts.ts'
import { Chart } from './Chart.tsx'
import { Metric } from './Metric.tsx'
import { MetricTable } from './MetricTable.tsx'
import { Ranking } from './Ranking.tsx'
import { barWords, beforeWords, changeWords, spanWords } from './words.copy.ts'

/** Outbound clicks by time, and by deal, brand and retailer. */
export function ClicksReport(metrics: ClickMetrics) {
  const { period, span, clicks, clicksBefore, people, kinds } = metrics
  const isByMonth = period === '12m'
  const dates = { from: span.first, to: span.last }
  const uncounted = kinds.repeat + kinds.prefetch + kinds.head + kinds.bot
  const best = metrics.bars.toSorted((a, b) => b.clicks - a.clicks)[0]

  return (
    <>
      <div className="metrics-words">
        <p>
          {clicks === 0 ? (
            'None in this period.'
          ) : (
            <>
              <Metric period={period} list={{ rows: 'clicks', ...dates }}>
                {countOf(clicks, 'click')}
              </Metric>{' '}
              on the way to a retailer, by {countOf(people, 'account')}.{' '}
              {changeWords(clicks, clicksBefore, period)}.
            </>
          )}
        </p>
        <p className="soft">
          Only what a person did on our own pages counts.
          {uncounted > 0 && (
            <>
              {' '}
              <Metric period={period} list={{ rows: 'clicks', click: 'all', ...dates }}>
                {formatCount(uncounted)} more
              </Metric>{' '}
              were kept apart: {formatCount(kinds.repeat)} within {formatWait(REPEAT_MS / 1000)} of
              the same click, {formatCount(kinds.prefetch)} fetched ahead of time,{' '}
              {formatCount(kinds.head)} that asked for headers only, {formatCount(kinds.bot)} by
              programs or from other sites.
            </>
          )}
        </p>
      </div>
      <div className="metrics-body">
        {clicks === 0 ? (
          <p className="soft">Nothing yet: clicks appear here when members open deals.</p>
        ) : (
          <>
            <Chart
              summary={`Clicks by ${isByMonth ? 'month' : 'day'}, ${spanWords(span)}: ${formatCount(clicks)} in all${best ? `, most of them on ${barWords(best, period)}` : ''}.`}
              write={formatCount}
              bars={metrics.bars.map((bar) => ({
                label: isByMonth ? formatMonth(bar.first) : formatShortDay(bar.first),
                name: barWords(bar, period),
                value: bar.clicks,
                ...(clicksBefore > 0 ? { before: bar.before } : {}),
                words: `${countOf(bar.clicks, 'click')}; ${formatCount(bar.before)} in ${beforeWords(period)}`,
              }))}
              legend={
                <>
                  <span className="swatch swatch-ink">Clicks</span>
                  {clicksBefore > 0 && (
                    <span className="swatch swatch-before">The same in {beforeWords(period)}</span>
                  )}
                </>
              }
            />
            <MetricTable
              caption={`Clicks by ${isByMonth ? 'month' : 'day'}`}
              period={period}
              rows={metrics.bars.toReversed()}
              keyOf={({ first }) => first}
              csv={{ rows: 'clicks-by-day', ...dates }}
              columns={[
                { label: isByMonth ? 'Month' : 'Day', write: (bar) => barWords(bar, period) },
                {
                  label: 'Clicks',
                  write: (bar) => formatCount(bar.clicks),
                  leadsTo: (bar) =>
                    bar.clicks > 0 ? { rows: 'clicks', from: bar.first, to: bar.last } : undefined,
                },
                {
                  label: `In ${beforeWords(period)}`,
                  write: (bar) => formatCount(bar.before),
                },
              ]}
            />
            <div className="metrics-rankings">
              <Ranking
                title="Deals"
                {...{ period, ...metrics.deals }}
                all={{ rows: 'clicks-by-deal', ...dates }}
                leadsTo={({ id }) => ({ rows: 'clicks', dealId: id, ...dates })}
              />
              <Ranking
                title="Brands"
                {...{ period, ...metrics.brands }}
                all={{ rows: 'clicks-by-brand', ...dates }}
                leadsTo={({ id }) => ({ rows: 'clicks', brandId: id, ...dates })}
              />
              <Ranking
                title="Retailers"
                {...{ period, ...metrics.retailers }}
                all={{ rows: 'clicks-by-retailer', ...dates }}
                leadsTo={({ id }) => ({ rows: 'clicks', retailerId: id, ...dates })}
              />
            </div>
          </>
        )}
      </div>
    </>
  )
}
