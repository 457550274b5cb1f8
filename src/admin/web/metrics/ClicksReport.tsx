import type { ClickMetrics } from '#app/admin/metrics.contract.ts'
import { Chart } from './Chart.tsx'
import { Metric } from './Metric.tsx'
import { MetricTable } from './MetricTable.tsx'
import { Ranking } from './Ranking.tsx'
import {
  barWords,
  beforeWords,
  changeWords,
  countWords,
  monthWords,
  numberOf,
  shortDayWords,
  spanWords,
} from './words.copy.ts'

/** Ways out to the retailers: when, and to what. */
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
                {numberOf(clicks, 'click')}
              </Metric>{' '}
              on the way to a retailer, by {numberOf(people, 'account')}.{' '}
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
                {countWords(uncounted)} more
              </Metric>{' '}
              were kept apart: {countWords(kinds.repeat)} within ten seconds of the same click,{' '}
              {countWords(kinds.prefetch)} fetched ahead of time, {countWords(kinds.head)} that
              asked for headers only, {countWords(kinds.bot)} by programs or from other sites.
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
              summary={`Clicks by ${isByMonth ? 'month' : 'day'}, ${spanWords(span)}: ${countWords(clicks)} in all${best ? `, most of them on ${barWords(best, period)}` : ''}.`}
              write={countWords}
              bars={metrics.bars.map((bar) => ({
                label: isByMonth ? monthWords(bar.first) : shortDayWords(bar.first),
                name: barWords(bar, period),
                value: bar.clicks,
                ...(clicksBefore > 0 ? { before: bar.before } : {}),
                words: `${numberOf(bar.clicks, 'click')}; ${countWords(bar.before)} in ${beforeWords(period)}`,
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
                  write: (bar) => countWords(bar.clicks),
                  leadsTo: (bar) =>
                    bar.clicks > 0 ? { rows: 'clicks', from: bar.first, to: bar.last } : undefined,
                },
                {
                  label: `In ${beforeWords(period)}`,
                  write: (bar) => countWords(bar.before),
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
