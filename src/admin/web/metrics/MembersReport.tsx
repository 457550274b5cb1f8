import type { MemberMetrics, Period } from '#app/admin/metrics.contract.ts'
import { Metric } from './Metric.tsx'
import { MetricTableBody } from './MetricTable.tsx'
import {
  MEMBERSHIP_STATUS_WORDS,
  membershipStatusWords,
  sortMembershipStatuses,
} from './membership-status.rules.ts'
import { TrialsTable } from './TrialsTable.tsx'
import { UnclaimedTable } from './UnclaimedTable.tsx'
import { numberOf, percentWords } from './words.copy.ts'

type Props = MemberMetrics & { period: Period }

/** Who stands how today, whose trial ends, and who paid and is not here yet. */
export function MembersReport({ period, ...metrics }: Props) {
  const { members, people } = metrics
  const standings = sortMembershipStatuses(metrics.standings)
  return (
    <>
      <div className="metrics-words">
        <p>
          <Metric period={period} list={{ rows: 'members' }} isNothing={members === 0}>
            {numberOf(members, 'member')}
          </Metric>{' '}
          today, of{' '}
          <Metric
            period={period}
            list={{ rows: 'members', standing: 'all' }}
            isNothing={people === 0}
          >
            {numberOf(people, 'account')}
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

/** All accounts side by side, as long as their shares. The table says it in numbers. */
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
