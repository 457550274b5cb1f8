import type { MemberMetrics, Period } from '#app/admin/metrics.contract.ts'
import { MetricTableBody } from './MetricTable.tsx'
import { countWords, weekdayWords } from './words.copy.ts'

type Props = { period: Period; trials: MemberMetrics['trials'] }

/** Today and the six days after it. */
export function TrialsTable({ period, trials }: Props) {
  const hasAny = trials.some(({ ending }) => ending > 0)
  return (
    <div>
      <h3>Trials that end in the next 7 days</h3>
      {hasAny ? (
        <MetricTableBody
          caption="Trials that end soon"
          period={period}
          rows={trials}
          keyOf={({ first }) => first}
          csv={{ rows: 'trials' }}
          columns={[
            { label: 'Day', write: ({ first }) => weekdayWords(first) },
            {
              label: 'Trials',
              write: ({ ending }) => countWords(ending),
              leadsTo: ({ first, last, ending }) =>
                ending > 0 ? { rows: 'trials', from: first, to: last } : undefined,
            },
            { label: 'Leaving', write: ({ leaving }) => countWords(leaving) },
          ]}
        />
      ) : (
        <p className="soft">None. They appear here as soon as somebody is on trial.</p>
      )}
    </div>
  )
}
