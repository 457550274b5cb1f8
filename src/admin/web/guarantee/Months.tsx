import { HELD_HOURS } from '#app/guarantee/guarantee.copy.ts'
import type { GuaranteeDesk } from '#app/guarantee/guarantee-desk.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMonth } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'

/** What the years that are ending could cost by month, and the current state. */
export function Months({ desk: { months, alarm } }: { desk: GuaranteeDesk }) {
  return (
    <section className="panel" aria-labelledby="months">
      <h2 id="months" className="panel-title">
        Years by the month of their end
      </h2>
      <p className="soft">
        {`Refunds let go today: ${formatDollars(alarm.today)} of ${formatDollars(alarm.limit)} a day; above that they wait for one of us, for ${HELD_HOURS} hours at most.`}
      </p>
      {alarm.stuck > 0 && (
        <p className="admin-error" role="status">
          {`${countOf(alarm.stuck, 'claim')} cannot be paid without one of us.`}
        </p>
      )}
      {months.length === 0 ? (
        <p className="soft">Nobody is in a first paid year.</p>
      ) : (
        <div className="table-room">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" className="figure">
                  Years
                </th>
                <th scope="col" className="figure">
                  Below the goal
                </th>
                <th scope="col" className="figure">
                  Those could cost
                </th>
                <th scope="col" className="figure">
                  All of them
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ month, years, below, couldCost, atMost }) => (
                <tr key={month}>
                  <td>{formatMonth(`${month}-01`)}</td>
                  <td className="figure">{formatCount(years)}</td>
                  <td className="figure">{formatCount(below)}</td>
                  <td className="figure">{formatDollars(couldCost)}</td>
                  <td className="figure">{formatDollars(atMost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
