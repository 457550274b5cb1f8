import type { JoiningMetrics } from '#app/admin/metrics/metrics.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDays } from '#app/shared/dates.ts'
import { EVENT_KEPT_MS } from '#app/tracking/tracking.facts.ts'
import { Metric } from './Metric.tsx'
import { Ranking } from './Ranking.tsx'
import { changeWords, spanWords } from './words.copy.ts'

/** Clicks on locked deals: what people wanted but may not open. */
export function WantedDeals({
  period,
  span,
  locked,
  lockedBefore,
  lockedSpan,
  lockedDeals,
}: JoiningMetrics) {
  const dates = { from: lockedSpan.first, to: lockedSpan.last }
  return (
    <>
      <div className="metrics-words">
        <p>
          {locked === 0 ? (
            'None in this period.'
          ) : (
            <>
              <Metric period={period} list={{ rows: 'locked', ...dates }}>
                {countOf(locked, 'click')}
              </Metric>{' '}
              on a deal by somebody who may not open it.
              {lockedBefore !== null && ` ${changeWords(locked, lockedBefore, period)}.`}
            </>
          )}
        </p>
        <p className="soft">
          As the pages report them. They are kept for {formatDays(EVENT_KEPT_MS)}
          {lockedSpan.first > span.first
            ? `, so this covers ${spanWords(lockedSpan)}.`
            : lockedBefore === null
              ? ', so there is nothing to compare with.'
              : '.'}
        </p>
      </div>
      <div className="metrics-body">
        {locked === 0 ? (
          <p className="soft">
            Nothing yet: deals appear here when visitors and free accounts try to open them.
          </p>
        ) : (
          <Ranking
            title="Most wanted"
            {...{ period, ...lockedDeals }}
            all={{ rows: 'locked-by-deal', ...dates }}
            leadsTo={({ id }) => ({ rows: 'locked', dealId: id, ...dates })}
          />
        )}
      </div>
    </>
  )
}
