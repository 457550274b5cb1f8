import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { Chart } from '#app/admin/web/metrics/Chart.tsx'
import { MetricTable } from '#app/admin/web/metrics/MetricTable.tsx'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatShortDay } from '#app/shared/dates.ts'
import { Figure, Lists, PERIOD } from './Figure.tsx'
import { shareInWords, trialsInAll } from './words.copy.ts'

/** Trials by the week in which they began, with their outcomes. */
export function TrialsReport({ trials }: Pick<BusinessNumbers, 'trials'>) {
  const { begun, decided, paid, trialing } = trialsInAll(trials)
  const span = { from: trials[0]?.first ?? '', to: trials.at(-1)?.last ?? '' }
  const all = { rows: 'joined', trial: 'yes', ...span } as const
  return (
    <>
      <div className="metrics-words">
        <p>
          <Figure list={all} count={begun}>
            {countOf(begun, 'trial')}
          </Figure>{' '}
          in 26 weeks. Of the {formatCount(decided)} that are over,{' '}
          <Figure list={{ ...all, outcome: 'paid' }} count={paid}>
            {formatCount(paid)} became paid
          </Figure>
          {decided > 0 && ` (${shareInWords(paid, decided)})`}.{' '}
          {trialing > 0 && `${formatCount(trialing)} still on trial.`}
        </p>
        <p className="soft">
          By the week, from Monday on, in which the trial began. Paid is who has made a payment,
          whether it was sent back later or not. One refused as a second trial is none.
        </p>
      </div>
      <div className="metrics-body">
        {begun > 0 ? (
          <Chart
            summary={`Trials by the week in which they began: ${formatCount(begun)} in all, ${formatCount(paid)} of them paid by now.`}
            write={formatCount}
            bars={trials.map((week) => ({
              label: formatShortDay(week.first),
              name: `Week of ${formatShortDay(week.first)}`,
              value: week.paid,
              more: week.begun - week.paid,
              words: `${formatCount(week.paid)} of ${formatCount(week.begun)} became paid${week.trialing > 0 ? `, ${formatCount(week.trialing)} still on trial` : ''}`,
            }))}
            legend={
              <>
                <span className="swatch swatch-ink">Became paid</span>
                <span className="swatch swatch-edge">Not paid, or not yet</span>
              </>
            }
          />
        ) : (
          <p className="soft">None in this time: weeks fill when somebody begins a trial.</p>
        )}
        <MetricTable
          caption="Trials by week"
          period={PERIOD}
          rows={trials.filter((week) => week.begun > 0).toReversed()}
          keyOf={({ first }) => first}
          csv={{ rows: 'trials-by-week' }}
          columns={[
            { label: 'Week of', write: ({ first }) => formatShortDay(first) },
            {
              label: 'Begun',
              write: (week) => formatCount(week.begun),
              leadsTo: ({ first, last }) => ({ ...all, from: first, to: last }),
            },
            {
              label: 'Paid',
              write: (week) => formatCount(week.paid),
              leadsTo: ({ first, last, paid: some }) =>
                some > 0 ? { ...all, from: first, to: last, outcome: 'paid' } : undefined,
            },
            { label: 'On trial', write: (week) => formatCount(week.trialing) },
            { label: 'Left', write: ({ left }) => formatCount(left) },
            { label: 'Payment failed', write: ({ failed }) => formatCount(failed) },
            {
              label: 'Of those over',
              write: (week) => shareInWords(week.paid, week.begun - week.trialing) ?? '–',
            },
          ]}
        />
        <Lists
          of={[
            { label: 'Trial by trial', list: all },
            { label: 'By week', list: { rows: 'trials-by-week' } },
          ]}
        />
      </div>
    </>
  )
}
