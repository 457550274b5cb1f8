import { Link } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { DealCarousel } from '#app/deals/web/DealCarousel.tsx'
import { paths } from '#app/shared/paths.ts'

type Props = { deals: Deal[]; isFailed: boolean }

/** A look inside: the splash deals and the way to all of them. */
export function Preview({ deals, isFailed }: Props) {
  if (isFailed) {
    return (
      <p className="wrap mt-16" role="alert">
        <span className="notice block">Failed to fetch deals</span>
      </p>
    )
  }
  if (deals.length === 0) return null
  return (
    <div className="wrap mt-16 overflow-clip lg:mt-24">
      <DealCarousel
        label="Deals from the feed"
        heading={<h2 className="headline max-w-[14ch]">From this morning’s edition</h2>}
        deals={deals}
      />
      <p className="mt-12">
        <Link className="button button-quiet" to={paths.dailyDeals()}>
          See all of today’s deals
        </Link>
      </p>
    </div>
  )
}
