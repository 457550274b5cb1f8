import type { MemberMetrics, Period } from '#app/admin/metrics/metrics.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMoment, formatShortDayOfWeek } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { Metric } from './Metric.tsx'
import { MetricTableBody } from './MetricTable.tsx'
import {
  MEMBERSHIP_STATUS_WORDS,
  membershipStatusWords,
  percentWords,
  sortMembershipStatuses,
} from './words.copy.ts'

type Props = MemberMetrics & { period: Period }

/** Accounts by membership status, trials that end soon, and payments without an account. */
export function MembersReport({ period, ...metrics }: Props) {
  const { members, people } = metrics
  const standings = sortMembershipStatuses(metrics.standings)
  return (
    <>
      <div className="metrics-words">
        <p>
          <Metric period={period} list={{ rows: 'members' }} isNothing={members === 0}>
            {countOf(members, 'member')}
          </Metric>{' '}
          today, of{' '}
          <Metric
            period={period}
            list={{ rows: 'members', standing: 'all' }}
            isNothing={people === 0}
          >
            {countOf(people, 'account')}
          </Metric>
          .
        </p>
        <p className="soft">
          Each account stands once: of several subscriptions, one that opens the feed decides, else
          the latest.
        </p>
      </div>
      <div className="metrics-body">
        {people === 0 ? (
          <p className="soft">Nothing yet: people appear here when they make an account.</p>
        ) : (
          <>
            <Shares standings={standings} />
            <MetricTableBody
              caption="Accounts by how they stand"
              period={period}
              rows={standings}
              keyOf={({ standing }) => standing}
              csv={{ rows: 'members', standing: 'all' }}
              columns={[
                {
                  label: 'Standing',
                  write: ({ standing }) => (
                    <>
                      <span
                        className={`swatch swatch-${MEMBERSHIP_STATUS_WORDS[standing]?.look ?? 'none'}`}
                      >
                        {membershipStatusWords(standing)}
                      </span>{' '}
                      <span className="soft">{MEMBERSHIP_STATUS_WORDS[standing]?.note}</span>
                    </>
                  ),
                },
                {
                  label: 'Accounts',
                  write: (row) => row.people,
                  leadsTo: ({ standing }) => ({ rows: 'members', standing }),
                },
                { label: 'Share', write: (row) => percentWords(row.people, people) },
              ]}
            />
          </>
        )}
        <div className="metrics-pair">
          <TrialsTable period={period} trials={metrics.trials} />
          <UnclaimedTable period={period} unclaimed={metrics.unclaimed} />
        </div>
      </div>
    </>
  )
}

/** A stacked bar of all accounts by status. The table has the numbers. */
function Shares({ standings }: Pick<MemberMetrics, 'standings'>) {
  const all = standings.reduce((sum, { people }) => sum + people, 0)
  let start = 0
  return (
    <svg
      className="metrics-shares"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {standings.map(({ standing, people }) => {
        const x = start
        const width = (people / all) * 100
        start += width
        return (
          <rect
            key={standing}
            className={`share-${MEMBERSHIP_STATUS_WORDS[standing]?.look ?? 'none'}`}
            x={x}
            width={width}
            height="4"
          />
        )
      })}
    </svg>
  )
}

type TrialsProps = { period: Period; trials: MemberMetrics['trials'] }

/** Trials by the day on which they end, from today on. */
function TrialsTable({ period, trials }: TrialsProps) {
  const hasAny = trials.some(({ ending }) => ending > 0)
  return (
    <div>
      <h3>Trials that end in the next {countOf(trials.length, 'day')}</h3>
      {hasAny ? (
        <MetricTableBody
          caption="Trials that end soon"
          period={period}
          rows={trials}
          keyOf={({ first }) => first}
          csv={{ rows: 'trials' }}
          columns={[
            { label: 'Day', write: ({ first }) => formatShortDayOfWeek(first) },
            {
              label: 'Trials',
              write: ({ ending }) => formatCount(ending),
              leadsTo: ({ first, last, ending }) =>
                ending > 0 ? { rows: 'trials', from: first, to: last } : undefined,
            },
            { label: 'Leaving', write: ({ leaving }) => formatCount(leaving) },
          ]}
        />
      ) : (
        <p className="soft">None. They appear here as soon as somebody is on trial.</p>
      )}
    </div>
  )
}

type UnclaimedProps = { period: Period; unclaimed: MemberMetrics['unclaimed'] }

/** Payments by people who have not created their account yet. */
function UnclaimedTable({ period, unclaimed }: UnclaimedProps) {
  const { count, amount, oldestAt } = unclaimed
  return (
    <div>
      <h3>Payments waiting for an account</h3>
      {count === 0 ? (
        <p className="soft">None. Every payment has found its account.</p>
      ) : (
        <>
          <p>
            <Metric period={period} list={{ rows: 'unclaimed' }}>
              {countOf(count, 'payment')}
            </Metric>
            {amount > 0 ? `, ${formatDollars(amount)} of it paid at once` : ', all of them trials'}.
          </p>
          {oldestAt && <p>The oldest since {formatMoment(oldestAt)}.</p>}
          <p className="soft">
            Whoever paid was sent a link to make the account. Write to those who did not.
          </p>
        </>
      )}
    </div>
  )
}
