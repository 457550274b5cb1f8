import { SheetProblems } from '#app/admin/web/shell/SheetProblems.tsx'
import type { NetworkReportOutcome } from '#app/savings/savings-desk.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatDollars } from '#app/shared/money.ts'

/** The problems of a report by row, and what its other rows say. */
export function NetworkReportRows({ outcome }: { outcome: NetworkReportOutcome }) {
  const { problems, problemCount, rows, newCount, knownCount } = outcome
  const rightCount = newCount + knownCount
  return (
    <>
      {problems.length > 0 && <h3>{firstOf(problems.length, problemCount, 'What is wrong')}</h3>}
      {problems.length > 0 && <SheetProblems problems={problems} />}
      {rows.length > 0 && <h3>{firstOf(rows.length, rightCount, 'What the rest says')}</h3>}
      {rows.length > 0 && (
        <div className="table-room">
          <table className="table">
            <caption className="sr">What it says</caption>
            <thead>
              <tr>
                <th scope="col" className="figure">
                  Row
                </th>
                <th scope="col">Trip</th>
                <th scope="col">Brand</th>
                <th scope="col">Date</th>
                <th scope="col" className="figure">
                  Order
                </th>
                <th scope="col" className="figure">
                  Item
                </th>
                <th scope="col" className="figure">
                  Commission
                </th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, tripNumber, brandName, soldOn, ...line }) => (
                <tr key={row}>
                  <td className="figure">{row}</td>
                  <td className="whitespace-nowrap">{tripNumber}</td>
                  <td>{brandName}</td>
                  <td className="whitespace-nowrap">{soldOn}</td>
                  <td className="figure">{formatDollars(line.value)}</td>
                  <td className="figure">{line.item === null ? '' : formatDollars(line.item)}</td>
                  <td className="figure">
                    {line.commission === null ? '' : formatDollars(line.commission)}
                  </td>
                  <td>{stateOf(line)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function stateOf({
  state,
  isPart,
  isKnown,
}: Pick<NetworkReportOutcome['rows'][number], 'state' | 'isPart' | 'isKnown'>): string {
  const words = isPart ? 'this much returned' : state
  return isKnown ? `${words}, known already` : words
}

/** The heading of a list, with a note if it does not list all. */
function firstOf(listed: number, all: number, what: string): string {
  return listed < all
    ? `${what}: the first ${formatCount(listed)} of ${formatCount(all)}`
    : `${what}: ${formatCount(all)}`
}
