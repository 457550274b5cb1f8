import type { SavingsTotals } from '#app/savings/savings.contract.ts'
import { formatMonth, formatShortDate } from '#app/shared/dates.ts'
import { formatDollars, formatShortPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { linePoints } from './line.rules.ts'

/** Shows the totals: a chart by month, and sums by year. */
export function Totals({ totals }: { totals: SavingsTotals }) {
  return (
    <aside className="savings-totals" aria-label="What it comes to">
      <Line months={totals.months} />
      <Years
        title="By year"
        rows={totals.years.map((year) => ({ ...year, name: String(year.year) }))}
      />
      {totals.membershipYears.length > 0 && (
        <Years
          title="By membership year"
          rows={totals.membershipYears.map((year) => ({
            ...year,
            name: `${formatShortDate(year.from)} to ${formatShortDate(year.until)}`,
          }))}
        />
      )}
      <p>
        <a className="link text-sm" href={paths.savingsCsv()} download>
          Download all of it (CSV)
        </a>
      </p>
      <p className="text-sm text-ink-soft">
        A saving is the retailer’s own earlier price, as we saw it, less what you paid, before
        delivery. What went back, or does not count for the retailer as bought from here, is not in
        it.
      </p>
    </aside>
  )
}

const WIDTH = 320
const HEIGHT = 96

function Line({ months }: Pick<SavingsTotals, 'months'>) {
  const most = Math.max(0, ...months.map(({ counted }) => counted))
  const best = months.find(({ counted }) => counted === most)
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || !best) return null
  const words =
    most === 0
      ? 'Nothing was saved in these twelve months.'
      : `The most in one month was ${formatDollars(most)}, in ${formatMonth(`${best.month}-01`)}.`
  return (
    <figure>
      <figcaption className="title mb-3">Month by month</figcaption>
      <svg
        className="savings-line"
        viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
        role="img"
        aria-label={words}
      >
        <line className="savings-ground" x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        <polyline
          points={linePoints(
            months.map(({ counted }) => counted),
            { width: WIDTH, height: HEIGHT },
          )}
        />
      </svg>
      <p className="savings-ends" aria-hidden>
        <span>{formatMonth(`${first.month}-01`)}</span>
        {most > 0 && <span>{`most ${formatShortPrice(most)}`}</span>}
        <span>{formatMonth(`${last.month}-01`)}</span>
      </p>
      <details className="trip-history">
        <summary>As a table</summary>
        <table className="statement">
          <tbody>
            {months.map(({ month, counted }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(`${month}-01`)}</th>
                <td>{formatDollars(counted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

type Sums = SavingsTotals['ever'] & { name: string }

function Years({ title, rows }: { title: string; rows: Sums[] }) {
  return (
    <section>
      <h2 className="title mb-3">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-sm text-ink-soft">Nothing is recorded yet.</p>
      ) : (
        rows.map(({ name, counted, recorded, confirmed, returned, rejected }) => (
          <table key={name} className="statement">
            <caption>{name}</caption>
            <tbody>
              <Row label="Recorded" amount={recorded} />
              <Row label="Confirmed" amount={confirmed} />
              {returned > 0 && <Row label="Returned, not counted" amount={returned} isAway />}
              {rejected > 0 && <Row label="Rejected, not counted" amount={rejected} isAway />}
            </tbody>
            <tfoot>
              <Row label="Saved" amount={counted} />
            </tfoot>
          </table>
        ))
      )}
    </section>
  )
}

function Row({ label, amount, isAway }: { label: string; amount: number; isAway?: boolean }) {
  return (
    <tr data-away={isAway || undefined}>
      <th scope="row">{label}</th>
      <td>{formatDollars(amount)}</td>
    </tr>
  )
}
