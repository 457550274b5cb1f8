import type { ManagedCarousel } from '#app/deals/carousels.contract.ts'
import { FEWEST_IN_CAROUSEL } from '#app/deals/deals.facts.ts'

/** Says whether visitors see the carousel, and if not, why. */
export function stateInWords({ isOn, title, deals }: ManagedCarousel): string {
  if (!isOn) return title === '' ? 'Off, without a title' : 'Off'
  return deals < FEWEST_IN_CAROUSEL
    ? `On, and waits for ${FEWEST_IN_CAROUSEL - deals} more`
    : 'Shown'
}

/** Returns the title, or a default name before there is one. */
export function nameOfCarousel({ number, title }: Pick<ManagedCarousel, 'number' | 'title'>) {
  return title || `Carousel ${number}`
}
