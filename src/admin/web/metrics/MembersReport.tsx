import type { MemberFigures, Period } from '#app/admin/metrics.contract.ts'
import { Metric } from './Metric.tsx'
import { FiguresTableBody } from './MetricTable.tsx'
import { inOrder, STANDINGS, standingWords } from './membership-status.rules.ts'
import { TrialsTable } from './TrialsTable.tsx'
import { UnclaimedTable } from './UnclaimedTable.tsx'
import { numberOf, shareWords } from './words.copy.ts'

type Props = MemberFigures & { period: Period }

/** Who stands how today, whose trial ends, and who paid and is not here yet. */
export function MembersReport({ period, ...figures }: Props) {
  const { members, people } = figures
  const standings = inOrder(figures.standings)
  return (
    <>
      <div className="figures-words">
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
      <div className="figures-body">
        {people === 0 ? (
          <p className="soft">Nothing yet: people appear here when they make an account.</p>
        ) : (
          <>
            <Shares standings={standings} />
            <FiguresTableBody
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
                      <span className={`swatch swatch-${STANDINGS[standing]?.look ?? 'none'}`}>
                        {standingWords(standing)}
                      </span>{' '}
                      <span className="soft">{STANDINGS[standing]?.note}</span>
                    </>
                  ),
                },
                {
                  label: 'Accounts',
                  write: (row) => row.people,
                  leadsTo: ({ standing }) => ({ rows: 'members', standing }),
                },
                { label: 'Share', write: (row) => shareWords(row.people, people) },
              ]}
            />
          </>
        )}
        <div className="figures-pair">
          <TrialsTable period={period} trials={figures.trials} />
          <UnclaimedTable period={period} unclaimed={figures.unclaimed} />
        </div>
      </div>
    </>
  )
}

/** All accounts side by side, as long as their shares. The table says it in numbers. */
function Shares({ standings }: Pick<MemberFigures, 'standings'>) {
  const all = standings.reduce((sum, { people }) => sum + people, 0)
  let start = 0
  return (
    <svg
      className="figures-shares"
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
            className={`share-${STANDINGS[standing]?.look ?? 'none'}`}
            x={x}
            width={width}
            height="4"
          />
        )
      })}
    </svg>
  )
}
