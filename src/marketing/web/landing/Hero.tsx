import { Link } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { DealPicture } from '#app/deals/web/cards/DealPicture.tsx'
import { DealPrices } from '#app/deals/web/cards/DealPrices.tsx'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import { paths } from '#app/shared/paths.ts'
import { HALF_SIZES } from '#app/ui/picture.rules.ts'
import { reportEvent } from '#app/web/report-event.ts'

/** The cover: what the club is, one picture, and the button to join. */
export function Hero({ cover }: { cover: Deal | undefined }) {
  return (
    <div className="wrap grid gap-x-8 gap-y-12 pt-8 pb-14 md:grid-cols-12 md:pt-4 lg:pb-20">
      <div className="flex flex-col justify-between gap-10 md:col-span-7">
        {/* On a tablet, a size at which no line of the heading wraps beside the picture. */}
        <h1 className="display md:max-lg:text-[length:calc(1rem_+_7.6vw)]">
          The sale
          <br /> rail, edited.
        </h1>
        <div className="grid justify-items-start gap-8">
          <p className="lead">
            A members’ club for designer fashion. Every morning we go through the markdowns and keep
            the pieces worth wearing, at prices worth telling.
          </p>
          <JoinButton>
            <Link className="button button-quiet" to={paths.dailyDeals()}>
              See today’s deals
            </Link>
          </JoinButton>
        </div>
      </div>
      {cover && (
        <figure className="card md:col-span-5">
          <DealPicture deal={cover} sizes={HALF_SIZES} isEager isFirst />
          <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink pb-4">
            <p className="brand">
              <Link
                to={paths.deal(cover.id)}
                onClick={() => reportEvent('locked-deal-click', { dealId: cover.id })}
              >
                {cover.brandName}
              </Link>
            </p>
            <DealPrices deal={cover} />
          </figcaption>
        </figure>
      )}
    </div>
  )
}
