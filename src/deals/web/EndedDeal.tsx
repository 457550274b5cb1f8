import { Link } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { endedInWords } from '#app/deals/life.copy.ts'
import { paths } from '#app/shared/paths.ts'
import { useDay } from '#app/web/use-day.ts'

/** Why and since when the deal is over; shown before everything else. */
export function EndedWords({ deal }: { deal: Deal }) {
  return <p className="mt-4 text-lg font-medium">{endedInWords(deal, useDay())}</p>
}

/** Ways on from an ended deal: a plain link to the shop for those who may open it, and the way back. */
export function EndedWays({ deal }: { deal: Deal }) {
  return (
    <>
      <p className="lead">
        {deal.endedReason === 'price-up' ? 'It costs again what it did before.' : LEAD} New pieces
        come every morning.
      </p>
      {deal.isAccessible && (
        <a
          className="link text-sm"
          href={paths.track(deal.id, 'deal-card')}
          target="_blank"
          rel="noopener"
        >
          Look anyway
          <span className="sr"> at {deal.retailer || deal.domain} (opens in a new tab)</span>
        </a>
      )}
      <Link className="link text-sm" to={paths.dailyDeals()}>
        See today’s deals
      </Link>
    </>
  )
}

const LEAD = 'It is not to be had at this price any more.'
