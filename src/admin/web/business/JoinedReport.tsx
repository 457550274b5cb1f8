import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { joiningPlace, joiningSite } from '#app/admin/metrics/business.facts.ts'
import type { RowsLink } from '#app/admin/web/metrics/address.rules.ts'
import { CsvLink, MetricTableBody } from '#app/admin/web/metrics/MetricTable.tsx'
import { Length } from '#app/admin/web/metrics/Ranking.tsx'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { Figure, PERIOD } from './Figure.tsx'
import { shareInWords } from './words.copy.ts'

/** Rows of a table on the page; its list has the rest. */
const TOP = 10

/** The sites and our own pages from which people went to join. */
export function JoinedReport({ span, all, hadAccount, sites, places }: BusinessNumbers['joined']) {
  const dates = { from: span.first, to: span.last }
  const unsaid = sites.find(({ site }) => site === null)?.joined ?? 0
  return (
    <>
      <div className="metrics-words">
        <p>
          <Figure list={{ rows: 'joined', ...dates }} count={all.joined}>
            {countOf(all.joined, 'person', 'people')}
          </Figure>{' '}
          joined in 12 months, {formatCount(hadAccount)} of them with a free account before.
        </p>
        <p className="soft">
          The site is the one that led to ours, as the browser named it when the payment page was
          opened, and nothing but its name. Of {formatCount(unsaid)} it is not said: they typed our
          address, came back on another day, or their browser names no site.
        </p>
      </div>
      <div className="metrics-body">
        {all.joined === 0 ? (
          <p className="soft">Nobody has joined in this time.</p>
        ) : (
          <div className="metrics-pair">
            <Origins
              title="By site"
              rows={sites.map(({ site, ...counts }) => ({
                name: joiningSite(site),
                list: { rows: 'joined', site: site ?? 'none', ...dates },
                ...counts,
              }))}
              csv={{ rows: 'joined-by-site', ...dates }}
            />
            <Origins
              title="By our page they went from"
              rows={places.map(({ place, ...counts }) => ({
                name: joiningPlace(place),
                list: { rows: 'joined', place: place ?? 'none', ...dates },
                ...counts,
              }))}
              csv={{ rows: 'joined-by-place', ...dates }}
            />
          </div>
        )}
      </div>
    </>
  )
}

type Origin = { name: string; list: RowsLink; joined: number; paid: number }

function Origins({ title, rows, csv }: { title: string; rows: Origin[]; csv: RowsLink }) {
  const most = Math.max(1, ...rows.map(({ joined }) => joined))
  return (
    <div>
      <h3>{title}</h3>
      <MetricTableBody
        caption={title}
        period={PERIOD}
        rows={rows.slice(0, TOP)}
        keyOf={({ name }) => name}
        columns={[
          {
            label: 'From',
            write: ({ name, joined }) => (
              <>
                {name}
                <Length share={joined / most} />
              </>
            ),
          },
          {
            label: 'Joined',
            write: ({ joined }) => formatCount(joined),
            leadsTo: ({ list }) => list,
          },
          {
            label: 'Paid by now',
            write: ({ paid, joined }) => `${formatCount(paid)} (${shareInWords(paid, joined)})`,
          },
        ]}
      />
      <p>
        {rows.length > TOP && `${formatCount(rows.length - TOP)} more in the list. `}
        <CsvLink list={csv} />
      </p>
    </div>
  )
}
