import { Link } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import { SIZE_CHARTS } from '#app/deals/vocabulary/sizes.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { SizeTable } from './SizeTable.tsx'

/** The sizes of a deal as the retailer writes them; equivalents are in a disclosure below. */
export function DealSizes({ deal }: { deal: Deal }) {
  if (deal.sizes.length === 0) return null
  // Compared only by confirmed terms, since a guess may be wrong.
  const keys = new Set(keysOfSizes(deal.sizes, deal))
  const charts = SIZE_CHARTS.flatMap((chart) => {
    const rows = chart.rows.filter(({ key }) => keys.has(key))
    return rows.length > 0 ? [{ chart, rows }] : []
  })
  const hasWaist = deal.category === 'denim' || deal.category === 'trousers'
  return (
    <div className="deal-sizes">
      <p className="wrap-anywhere">
        {`${deal.sizes.length === 1 ? 'Size' : 'Sizes'}: ${deal.sizes.join(', ')}`}
      </p>
      {charts.length > 0 && (
        <details>
          <summary>
            <span>In other systems, approximately</span>
          </summary>
          {charts.map(({ chart, rows }) => (
            <div key={chart.id} className="mb-4">
              {charts.length > 1 && <p className="mb-2 font-semibold">{chart.label}</p>}
              <SizeTable chart={chart} rows={rows} hasWaist={hasWaist} />
            </div>
          ))}
          <p className="text-ink-soft">
            Every house cuts in its own way: these are approximate.{' '}
            <Link className="link" to={paths.sizes(charts[0]?.chart.id)}>
              The whole table of sizes
            </Link>
          </p>
        </details>
      )}
    </div>
  )
}
