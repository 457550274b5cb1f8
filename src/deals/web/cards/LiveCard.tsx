import { type Ref, use } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { endedInWords } from '#app/deals/life.copy.ts'
import { termLabel, termLine } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { GRID_SIZES } from '#app/ui/picture.rules.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { reportEvent } from '#app/web/report-event.ts'
import { useDay } from '#app/web/use-day.ts'
import { CheckedLine } from './CheckedLine.tsx'
import { CardCorner } from './corner.ts'
import { DealPicture } from './DealPicture.tsx'
import { DealPrices } from './DealPrices.tsx'
import { EndsAt } from './EndsAt.tsx'
import { MayBeGone } from './MayBeGone.tsx'
import { gainInWords, pieceInWords } from './teaser.copy.ts'
import { useLife } from './use-life.ts'

export type CardProps = {
  deal: Deal
  as?: 'article' | 'li'
  id?: string | undefined
  clickType?: 'deal-card' | 'splash-carousel'
  sizes?: string
  isEager?: boolean
  isFirst?: boolean
  /** New since the viewer's last visit. */
  isNew?: boolean
  /** Label above the picture that says why this deal is open. */
  tag?: string | undefined
  /** Note for the viewer below the price. */
  note?: string | undefined
  /** A copy of another card: visible, but skipped by keyboard and screen readers. */
  isRepeat?: boolean | undefined
  linkRef?: Ref<HTMLAnchorElement> | undefined
}

/** A card with a single link in its heading, stretched over the whole card. */
export function LiveCard(props: CardProps) {
  const {
    as: Root = 'article',
    id,
    sizes = GRID_SIZES,
    isEager = false,
    isFirst = false,
    isNew = false,
    tag,
    note,
    isRepeat,
  } = props
  const Corner = use(CardCorner)
  const { deal, now } = useLife(props.deal)
  const today = useDay()
  const isOver = deal.state === 'ended'
  const piece = deal.isAccessible ? undefined : pieceInWords(deal)
  // Leaves out what the heading says already.
  const line = piece === undefined ? termLine({ ...deal, category: null }) : ''
  return (
    <Root className={isOver ? 'card ended' : 'card'} id={id}>
      <DealPicture deal={deal} sizes={sizes} isEager={isEager} isFirst={isFirst} />
      {tag && !isOver && <span className="tag">{tag}</span>}
      {isOver && <p className="over">{endedInWords(deal, today)}</p>}
      <div className="filed">
        <p className="brand">
          <BrandLink deal={deal} />
          {isNew && (
            <span className="new-dot">
              <span className="sr"> (new since you were here)</span>
            </span>
          )}
        </p>
        {deal.category !== null && (
          <PageLink className="kind" to={paths.category(deal.category)} tabIndex={-1}>
            {termLabel('category', deal.category)}
          </PageLink>
        )}
      </div>
      <h3>
        <CardLink {...props} deal={deal} />
      </h3>
      {line !== '' && <p className="at">{line}</p>}
      <DealPrices deal={deal} />
      <CheckedLine deal={deal} />
      <EndsAt deal={deal} now={now} />
      <MayBeGone deal={deal} />
      {deal.domain && (
        <div className="filed sold">
          <p className="at">at {deal.retailer || deal.domain}</p>
          <PageLink className="kind" to={paths.deal(deal.id)} tabIndex={isRepeat ? -1 : undefined}>
            Details<span className="sr"> of {deal.productName}</span>
          </PageLink>
        </div>
      )}
      {note && <p className="note">{note}</p>}
      {Corner && <Corner deal={deal} isRepeat={isRepeat} />}
    </Root>
  )
}

/**
 * Links to all deals of the brand; a draft in the back office may have none yet. Skipped by the keyboard, like
 * the category: a list would have twice as many stops, and the deal's own page has both links.
 */
function BrandLink({ deal: { brandName, brandSlug } }: CardProps) {
  if (brandSlug === null) return brandName
  return (
    <PageLink to={paths.brand(brandSlug)} tabIndex={-1}>
      {brandName}
    </PageLink>
  )
}

function CardLink({ deal, clickType = 'deal-card', isRepeat, linkRef }: CardProps) {
  const tabIndex = isRepeat ? -1 : undefined
  if (deal.state === 'ended') {
    // An ended deal leads neither to a shop nor to joining.
    const name = deal.productName ?? pieceInWords(deal) ?? `A piece by ${deal.brandName}`
    return (
      <PageLink ref={linkRef} to={paths.deal(deal.id)} tabIndex={tabIndex}>
        {name}
      </PageLink>
    )
  }
  if (deal.isAccessible) {
    return (
      <a
        ref={linkRef}
        href={paths.track(deal.id, clickType)}
        target="_blank"
        rel="noopener"
        tabIndex={tabIndex}
      >
        {deal.productName}
        <span className="sr"> (opens in a new tab)</span>
      </a>
    )
  }
  const piece = pieceInWords(deal)
  return (
    <PageLink
      ref={linkRef}
      to={paths.deal(deal.id)}
      tabIndex={tabIndex}
      onClick={() => reportEvent('locked-deal-click', { dealId: deal.id })}
    >
      {piece && <span className="piece">{`${piece} `}</span>}
      <span className={piece && 'gain'}>{gainInWords(deal)}</span>
    </PageLink>
  )
}
