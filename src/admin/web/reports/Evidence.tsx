import { foundInWords } from '#app/reports/reports.copy.ts'
import type { CaseEvidence } from '#app/reports/reports-desk.contract.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { useEvidence } from './queries.ts'
import { ToldEntry } from './ToldEntry.tsx'

/** The evidence for a decision: our own checks, the prices over time, and earlier reports. */
export function Evidence({ dealId }: { dealId: string }) {
  const { data, error } = useEvidence(dealId)
  if (error) return <p className="admin-error">The evidence could not be read.</p>
  if (!data) return <p className="soft">Reading the evidence...</p>
  return (
    <div className="case-evidence">
      <section>
        <h3 className="panel-title">Our own looks</h3>
        <p>{checkInWords(data.check)}</p>
        {data.check?.sizes && <p>{`The shop lists ${data.check.sizes.join(', ')}.`}</p>}
      </section>
      <Prices prices={data.prices} />
      {data.earlier.length > 0 && (
        <section>
          <h3 className="panel-title">Told and answered before</h3>
          <ul className="case-told">
            {data.earlier.map((report) => (
              <div key={report.id}>
                <ToldEntry report={report} />
                <p className="soft">{report.outcome && foundInWords(report.outcome, {})}</p>
              </div>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Prices({ prices }: Pick<CaseEvidence, 'prices'>) {
  return (
    <section>
      <h3 className="panel-title">Its prices</h3>
      {prices.length === 0 ? (
        <p className="soft">Nobody has seen one.</p>
      ) : (
        <div className="table-room">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Seen</th>
                <th scope="col" className="figure">
                  Price
                </th>
                <th scope="col" className="figure">
                  Was
                </th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              {prices.map((price) => (
                <tr key={price.seenAt + price.now}>
                  <td>{formatMoment(price.seenAt)}</td>
                  <td className="figure">{price.now === null ? '–' : formatDollars(price.now)}</td>
                  <td className="figure">{price.was === null ? '–' : formatDollars(price.was)}</td>
                  <td>{price.seenBy || SOURCES[price.source] || price.source}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const SOURCES: Record<string, string> = {
  import: 'a sheet',
  admin: 'the back office',
  feed: 'a feed',
  check: 'our check',
  curator: 'a curator',
  before: 'as it was entered',
}

const ANSWERS: Record<string, string> = {
  same: 'it was as we show it',
  changed: 'it had changed',
  'sold-out': 'it was sold out',
  gone: 'it was gone',
  refused: 'the shop refused us',
  unreadable: 'the page could not be read',
  'no-answer': 'the shop did not answer',
}

function checkInWords(check: CaseEvidence['check']): string {
  if (!check?.lookedAt) return check ? 'It is to be looked at next.' : 'Nobody has looked yet.'
  const { lookedAt, answer, certainAt, certainAnswer } = check
  const last = `${formatMoment(lookedAt)}: ${ANSWERS[answer ?? ''] ?? 'nothing was found'}.`
  if (!certainAt || certainAt === lookedAt) return last
  return `${last} For certain ${formatMoment(certainAt)}: ${ANSWERS[certainAnswer ?? ''] ?? ''}.`
}
