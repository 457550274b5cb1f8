import type { DealMetrics } from '#app/admin/metrics/metrics.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatDate, formatMonth, formatShortDay } from '#app/shared/dates.ts'
import { Chart } from './Chart.tsx'
import { Metric } from './Metric.tsx'
import { MetricTable } from './MetricTable.tsx'
import { barWords, changeWords, spanWords } from './words.copy.ts'

type Bar = DealMetrics['bars'][number]

/** Deals published a day, against the claim of the landing page. */
export function DealsReport(metrics: DealMetrics) {
  const { period, span, claim, published, publishedBefore, perDay, daysOver, daysReached, since } =
    metrics
  const isByMonth = period === '12m'
  const dates = { from: span.first, to: span.last }
  const heightOf = (bar: Bar) => (isByMonth ? bar.perDay : bar.published)
  const isShort = (bar: Bar) => heightOf(bar) < claim
  const summary = `Deals ${isByMonth ? 'a day, by month' : 'by day'}, ${spanWords(span)}: ${formatCount(perDay)} a day, and ${claim} or more on ${daysReached} of ${daysOver} days.`

  return (
    <>
      <div className="metrics-words">
        <p>
          <Metric period={period} list={{ rows: 'deals', ...dates }} isNothing={published === 0}>
            {countOf(published, 'deal')}
          </Metric>{' '}
          published. {changeWords(published, publishedBefore, period)}.
        </p>
        <p>
          The claim is {claim}+ a day: {daysReached} of {countOf(daysOver, 'day')} had them.
        </p>
        <p className="soft">
          A deal counts on the day it was published, as long as it is in the feed. Today is not over
          and counts for no average.
          {since !== null &&
            since > span.first &&
            ` The first were published on ${formatDate(since)}.`}
        </p>
      </div>
      <div className="metrics-body">
        {published === 0 ? (
          <p className="soft">Nothing yet: days appear here when deals are published.</p>
        ) : (
          <Chart
            summary={summary}
            mark={claim}
            write={formatCount}
            bars={metrics.bars.map((bar) => ({
              label: isByMonth ? formatMonth(bar.first) : formatShortDay(bar.first),
              name: barWords(bar, period),
              value: heightOf(bar),
              words: isByMonth
                ? `${countOf(bar.perDay, 'deal')} a day, ${formatCount(bar.published)} in all`
                : countOf(bar.published, 'deal'),
              isLight: isShort(bar),
            }))}
            legend={
              <>
                <span className="swatch swatch-ink">{claim} or more</span>
                <span className="swatch swatch-edge">Fewer</span>
                <span className="swatch swatch-line">The claim</span>
              </>
            }
          />
        )}
        <MetricTable
          caption="Deals published"
          period={period}
          rows={metrics.bars.toReversed()}
          keyOf={({ first }) => first}
          csv={{ rows: 'deals-by-day', ...dates }}
          columns={[
            { label: isByMonth ? 'Month' : 'Day', write: (bar) => barWords(bar, period) },
            {
              label: 'Deals',
              write: (bar) => formatCount(bar.published),
              leadsTo: (bar) =>
                bar.published > 0 ? { rows: 'deals', from: bar.first, to: bar.last } : undefined,
            },
            ...(isByMonth
              ? [
                  { label: 'A day', write: (bar: Bar) => formatCount(bar.perDay) },
                  {
                    label: `Days with ${claim} or more`,
                    write: (bar: Bar) => `${bar.daysReached} of ${bar.daysOver}`,
                  },
                ]
              : []),
            {
              label: 'Taken back since',
              write: (bar) => formatCount(bar.takenBack),
              leadsTo: (bar) =>
                bar.takenBack > 0
                  ? { rows: 'deals', state: 'taken-back', from: bar.first, to: bar.last }
                  : undefined,
            },
          ]}
        />
      </div>
    </>
  )
}
