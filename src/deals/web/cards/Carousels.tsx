import { CLOSE_SIZES } from '#app/ui/picture.rules.ts'
import { useCarousels } from './carousels.ts'
import { DealCarousel } from './DealCarousel.tsx'

/** The rows that the curator has put together, each under its title. */
export function Carousels({
  className,
  isFirst = false,
}: {
  className: string
  isFirst?: boolean
}) {
  return useCarousels().map(({ number, title, deals }, index) => (
    <div key={number} className={className}>
      <DealCarousel
        label={title}
        heading={<h2 className="title max-w-[24ch] wrap-anywhere">{title}</h2>}
        deals={deals}
        size="close"
        sizes={CLOSE_SIZES}
        isEager={isFirst && index === 0}
      />
    </div>
  ))
}
