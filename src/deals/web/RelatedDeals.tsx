import '#app/deals/web/browse/browse.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Related } from '#app/deals/browse.contract.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { relatedQuery } from '#app/deals/web/browse/queries.ts'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import { formatShortPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { CLOSE_SIZES } from '#app/ui/picture.rules.ts'
import { dealQuery } from './queries.ts'

/** More deals of the same brand and category; nothing when there are none. */
export function RelatedDeals({ dealId }: { dealId: string }) {
  const { data: deal } = useQuery<Deal>({ ...dealQuery(dealId), enabled: false })
  const { data: related } = useQuery<Related>({ ...relatedQuery(dealId), enabled: false })
  if (!deal || !related) return null
  const { ofBrand, ofCategory } = related
  return (
    <>
      {ofBrand.length > 0 && deal.brandSlug !== null && (
        <Row
          title="More from this brand"
          deals={ofBrand}
          all={paths.brand(deal.brandSlug)}
          allOf={deal.brandName}
        />
      )}
      {ofCategory.length > 0 && deal.category !== null && (
        <Row
          title="More in this category"
          deals={ofCategory}
          all={paths.category(deal.category)}
          allOf={termLabel('category', deal.category)}
        />
      )}
    </>
  )
}

type RowProps = { title: string; deals: Deal[]; all: string; allOf: string }

function Row({ title, deals, all, allOf }: RowProps) {
  return (
    <section className="wrap related" aria-label={title}>
      <div className="related-head">
        <h2 className="title">{title}</h2>
        <Link className="text-link" to={all} discover="none">
          {`All of ${allOf}`}
        </Link>
      </div>
      <ul className="related-cards">
        {deals.map((deal) => (
          <DealCard key={deal.id} as="li" deal={deal} sizes={CLOSE_SIZES} />
        ))}
      </ul>
    </section>
  )
}

/** Other retailers of the piece and their prices, for members only. */
export function SamePiece({ deal }: { deal: Deal }) {
  const { data: related } = useQuery<Related>({ ...relatedQuery(deal.id), enabled: false })
  const elsewhere = related?.elsewhere ?? []
  if (elsewhere.length === 0) return null
  return (
    <section className="elsewhere" aria-labelledby="elsewhere">
      <h2 id="elsewhere" className="caps">
        The same piece elsewhere
      </h2>
      <ul>
        {elsewhere.map((other) => (
          <li key={other.id}>
            <a href={paths.track(other.id, 'deal-card')} target="_blank" rel="noopener">
              {other.retailer || other.domain}
              <span className="sr"> (opens in a new tab)</span>
            </a>
            <span className="elsewhere-price">
              {other.salePrice === null ? 'Price not available' : formatShortPrice(other.salePrice)}
              {difference(deal, other)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `, $40 less` than here, or `, the same`; empty when a price is unknown. */
function difference(here: Deal, other: Deal): string {
  if (here.salePrice === null || other.salePrice === null) return ''
  const cents = Math.round(other.salePrice * 100) - Math.round(here.salePrice * 100)
  if (cents === 0) return ', the same'
  return `, ${formatShortPrice(Math.abs(cents) / 100)} ${cents < 0 ? 'less' : 'more'}`
}
