import type { ReactNode } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { Carousel } from '#app/ui/Carousel.tsx'
import { padSlides } from '#app/ui/carousel.rules.ts'
import { CAROUSEL_SIZES } from '#app/ui/picture.rules.ts'
import { DealCard } from './DealCard.tsx'

type Props = {
  label: string
  heading: ReactNode
  deals: Deal[]
  size?: 'close'
  sizes?: string
  /** Loads the pictures in view eagerly. */
  isEager?: boolean
}

/** Cards in view at once, on any screen. */
const IN_SIGHT = 3

/** Five to ten cards that loop; renders nothing without deals. */
export function DealCarousel({
  label,
  heading,
  deals,
  size,
  sizes = CAROUSEL_SIZES,
  isEager = false,
}: Props) {
  if (deals.length === 0) return null
  const slides = padSlides(deals).map(({ item, key, isRepeat }, index) => ({
    key,
    isRepeat,
    content: (
      <DealCard
        deal={item}
        clickType="splash-carousel"
        sizes={sizes}
        isEager={isEager && index < IN_SIGHT}
        isFirst={isEager && index === 0}
        isRepeat={isRepeat}
      />
    ),
  }))
  return <Carousel label={label} heading={heading} slides={slides} {...(size && { size })} />
}
