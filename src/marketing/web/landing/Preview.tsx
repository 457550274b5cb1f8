import { Link } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { DealCarousel } from '#app/deals/web/cards/DealCarousel.tsx'
import { useCatalogueStats } from '#app/deals/web/queries.ts'
import { paths } from '#app/shared/paths.ts'
import { latestEdition } from './preview.rules.ts'

type Props = { deals: Deal[]; isFailed: boolean }

/** A preview: the splash deals and the link to all of them. */
export function Preview({ deals, isFailed }: Props) {
  const today = useCatalogueStats()?.today
  if (isFailed) {
    return (
      <p className="wrap mt-16" role="alert">
        <span className="notice block">Failed to fetch deals</span>
      </p>
    )
  }
  if (deals.length === 0) return null
  const { title, shown } = latestEdition(deals, today)
  return (
    <div className="wrap mt-16 overflow-clip lg:mt-24">
      <DealCarousel
        label="Deals from the feed"
        heading={<h2 className="headline max-w-[14ch]">{title}</h2>}
        deals={shown}
      />
      <p className="mt-12">
        <Link className="button button-quiet" to={paths.dailyDeals()}>
          See all of today’s deals
        </Link>
      </p>
    </div>
  )
}
