import type { RevenueRow, SavingsDesk } from '#app/savings/savings-desk.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatDollars } from '#app/shared/money.ts'

/** The revenue from purchases, as networks report it. */
export function Revenue({ revenue }: Pick<SavingsDesk, 'revenue'>) {
  return (
    <section className="panel" aria-labelledby="revenue">
      <h2 id="revenue" className="panel-title">
        What purchases brought
      </h2>
      <p className="soft">
        Confirmed orders, less what went back; what was rejected brings nothing.
      </p>
      <div className="savings-revenue">
        <Table title="Deals" rows={revenue.deals} />
        <Table title="Brands" rows={revenue.brands} />
        <Table title="Retailers" rows={revenue.retailers} />
      </div>
    </section>
  )
}

function Table({ title, rows }: { title: string; rows: RevenueRow[] }) {
  return (
    <div className="table-room">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" className="figure">
              Bought
            </th>
            <th scope="col" className="figure">
              Value
            </th>
            <th scope="col" className="figure">
              Commission
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, purchases, value, commission }) => (
            <tr key={id}>
              <td>{name}</td>
              <td className="figure">{formatCount(purchases)}</td>
              <td className="figure">{formatDollars(value)}</td>
              <td className="figure">{formatDollars(commission)}</td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={4} className="soft">
                Nothing yet.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
