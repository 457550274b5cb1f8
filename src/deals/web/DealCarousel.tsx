import type { ReactNode } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { Carousel } from '#app/ui/Carousel.tsx'
import { padSlides } from '#app/ui/carousel.rules.ts'
import { CAROUSEL_SIZES } from '#app/ui/picture.rules.ts'
import { DealCard } from './DealCard.tsx'

type Props = { label: string; heading: ReactNode; deals: Deal[] }

/** At least five and at most ten cards that go round; nothing at all when there are no deals. */
export function DealCarousel({ label, heading, deals }: Props) {
  if (deals.length === 0) return null
  const slides = padSlides(deals).map(({ item, key, isRepeat }) => ({
    key,
    isRepeat,
    content: (
      <DealCard
        deal={item}
        clickType="splash-carousel"
        sizes={CAROUSEL_SIZES}
        isRepeat={isRepeat}
      />
    ),
  }))
  return <Carousel label={label} heading={heading} slides={slides} />
}
