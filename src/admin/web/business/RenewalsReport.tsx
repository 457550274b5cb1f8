import type { BusinessNumbers, Cohort } from '#app/admin/metrics/business.contract.ts'
import { CHARGE_WAITED_DAYS } from '#app/admin/metrics/business.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatMonth } from '#app/shared/dates.ts'
import { Figure, Lists } from './Figure.tsx'
import { noRenewalDueInWords, shadeOf, shareInWords } from './words.copy.ts'

/** By month of the first payment: how many renewed once, twice and so on. */
export function RenewalsReport({ monthly, annual }: BusinessNumbers['renewals']) {
  return (
    <>
      <div className="metrics-words">
        <p>
          Of the memberships first paid in a month, how many have been renewed once, twice, and so
          on.
        </p>
        <p className="soft">
          Of those whose renewal is due by now; a charge is waited for {CHARGE_WAITED_DAYS} days.
          Who changed from monthly to annual is renewed for twelve months. A payment that was sent
          back whole is none.
        </p>
      </div>
      <div className="metrics-body business-grids">
        <Grid title="Monthly" interval="month" cohorts={monthly} />
        <Grid title="Annual" interval="year" cohorts={annual} />
        <Lists
          of={[
            { label: 'Monthly, by cohort', list: { rows: 'renewals', interval: 'month' } },
            { label: 'Annual, by cohort', list: { rows: 'renewals', interval: 'year' } },
            { label: 'Membership by membership', list: { rows: 'cohort' } },
          ]}
        />
      </div>
    </>
  )
}

type GridProps = { title: string; interval: 'month' | 'year'; cohorts: Cohort[] }

/** Has as many columns as the oldest cohort has renewals due. */
function Grid({ title, interval, cohorts: all }: GridProps) {
  const dueOf = ({ renewals }: Cohort) => renewals.filter(({ due }) => due > 0).length
  const cohorts = all.filter((cohort) => dueOf(cohort) > 0)
  const young = all
    .filter((cohort) => dueOf(cohort) === 0)
    .reduce((sum, { joined }) => sum + joined, 0)
  const columns = Math.max(0, ...cohorts.map(dueOf))
  const label = `${title}: renewals by cohort`
  return (
    <div>
      <h3>{title}</h3>
      {cohorts.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is too wide
        <section className="table-room cohort-room" aria-label={label} tabIndex={0}>
          <table className="table cohort-grid">
            <caption className="sr">
              {title} memberships by the month of their first payment, and the share renewed
            </caption>
            <thead>
              <tr>
                <th scope="col">First paid in</th>
                <th scope="col" className="figure">
                  Joined
                </th>
                {Array.from({ length: columns }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of the renewal
                  <th key={index} scope="col" className="figure">
                    <span className="sr">Renewal </span>
                    {index + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.toReversed().map(({ first, last, joined, renewals }) => (
                <tr key={first}>
                  <th scope="row">{formatMonth(first)}</th>
                  <td className="figure">
                    <Figure
                      list={{ rows: 'cohort', interval, from: first, to: last }}
                      count={joined}
                    >
                      {formatCount(joined)}
                    </Figure>
                  </td>
                  {renewals.slice(0, columns).map(({ due, renewed }, index) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of the renewal
                      key={index}
                      className={due > 0 ? `figure shade-${shadeOf(renewed, due)}` : 'figure'}
                    >
                      {due > 0 && (
                        <>
                          {shareInWords(renewed, due)}
                          <span className="cohort-of">
                            {formatCount(renewed)} of {formatCount(due)}
                          </span>
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {(young > 0 || all.length === 0) && (
        <p className="soft cohort-young">
          {young > 0 ? noRenewalDueInWords(young, cohorts.length > 0) : 'None yet.'}
        </p>
      )}
    </div>
  )
}
