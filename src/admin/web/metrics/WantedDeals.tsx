import type { JoiningFigures } from '#app/admin/metrics.contract.ts'
import { FiguresNumber } from './Metric.tsx'
import { FiguresRanking } from './Ranking.tsx'
import { changeWords, numberOf, spanWords } from './words.copy.ts'

/** What people who may not open a deal wanted to open. */
export function FiguresWanted({
  period,
  span,
  locked,
  lockedBefore,
  lockedSpan,
  lockedDeals,
}: JoiningFigures) {
  const dates = { from: lockedSpan.first, to: lockedSpan.last }
  return (
    <>
      <div className="figures-words">
        <p>
          {locked === 0 ? (
            'None in this period.'
          ) : (
            <>
              <FiguresNumber period={period} list={{ rows: 'locked', ...dates }}>
                {numberOf(locked, 'click')}
              </FiguresNumber>{' '}
              on a deal by somebody who may not open it.
              {lockedBefore !== null && ` ${changeWords(locked, lockedBefore, period)}.`}
            </>
          )}
        </p>
        <p className="soft">
          As the pages report them. They are kept for 90 days
          {lockedSpan.first > span.first
            ? `, so this covers ${spanWords(lockedSpan)}.`
            : lockedBefore === null
              ? ', so there is nothing to compare with.'
              : '.'}
        </p>
      </div>
      <div className="figures-body">
        {locked === 0 ? (
          <p className="soft">
            Nothing yet: deals appear here when visitors and free accounts try to open them.
          </p>
        ) : (
          <FiguresRanking
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
