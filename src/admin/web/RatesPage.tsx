import '#app/admin/web/rates/rates.css'
import type { LoaderFunctionArgs } from 'react-router'
import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { loadRates, useRates } from '#app/admin/web/rates/queries.ts'
import { TakeRates } from '#app/admin/web/rates/TakeRates.tsx'
import { STANDING_WORDS, waitingInWords } from '#app/admin/web/rates/words.copy.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import type { ManagedRates } from '#app/deals/prices/rates.contract.ts'
import { RATE_COUNTS_DAYS } from '#app/deals/prices/rates.facts.ts'
import { formatShortDay } from '#app/shared/dates.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Rates')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadRates(queryClient)
  return null
}

/** Exchange rates by day. */
export function Component() {
  const desk = useRates()
  return (
    <>
      <h1 className="title admin-title">Rates</h1>
      <p className="soft rates-intro">
        {`Prices in other currencies are kept as they are; their dollars are made by the newest rate, for at most ${RATE_COUNTS_DAYS} days. Without one a deal cannot be published. A new rate changes no price that has its dollars already.`}
      </p>
      {!desk && <NotRead href={adminPaths.rates()}>The rates could not be read.</NotRead>}
      {desk && (
        <div className="rates">
          {desk.waiting.length > 0 && (
            <div className="rates-waiting">
              {desk.waiting.map((each) => (
                <p key={each.currency}>{waitingInWords(each)}</p>
              ))}
            </div>
          )}
          <TakeRates />
          <Known desk={desk} />
        </div>
      )}
    </>
  )
}

function Known({ desk: { rates } }: { desk: ManagedRates }) {
  return (
    <section aria-labelledby="known-rates">
      <h2 id="known-rates" className="panel-title">
        By day
      </h2>
      {rates.length === 0 ? (
        <p className="soft">
          There is no rate yet. Until there is one, only{' '}
          <Link className="link" to={adminPaths.deals()} discover="none">
            deals in dollars
          </Link>{' '}
          can be published.
        </p>
      ) : (
        <div className="table-room">
          <table className="table">
            <caption className="sr">Rates by currency and day</caption>
            <thead>
              <tr>
                <th scope="col">Currency</th>
                <th scope="col">From</th>
                <th scope="col" className="figure">
                  Dollars for one
                </th>
                <th scope="col">Standing</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              {rates.map(({ currency, day, dollars, standing, toldBy }) => (
                <tr
                  key={`${currency} ${day}`}
                  className={standing === 'counts' ? 'rates-counts' : 'soft'}
                >
                  <th scope="row">{currency}</th>
                  <td>{formatShortDay(day)}</td>
                  <td className="figure">{dollars}</td>
                  <td>{STANDING_WORDS[standing]}</td>
                  <td>{toldBy}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
