import type { Deal } from '#app/deals/deals.contract.ts'
import { CLOSE_SIZES } from '#app/ui/picture.rules.ts'
import { DealCarousel } from './DealCarousel.tsx'

export type CarouselRowProps = {
  className: string
  title: string
  deals: Deal[]
  /** Loads the pictures in view eagerly. */
  isEager: boolean
}

/** A curator's carousel under its title. */
export function LiveCarouselRow({ className, title, deals, isEager }: CarouselRowProps) {
  return (
    <div className={className}>
      <DealCarousel
        label={title}
        heading={<h2 className="title max-w-[24ch] wrap-anywhere">{title}</h2>}
        deals={deals}
        size="close"
        sizes={CLOSE_SIZES}
        isEager={isEager}
      />
    </div>
  )
}
