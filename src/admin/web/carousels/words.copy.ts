import type { ManagedCarousel } from '#app/deals/carousels.contract.ts'
import { FEWEST_IN_CAROUSEL } from '#app/deals/deals.facts.ts'

/** Whether people see it, and why not. */
export function stateInWords({ isOn, title, deals }: ManagedCarousel): string {
  if (!isOn) return title === '' ? 'Off, without a title' : 'Off'
  return deals < FEWEST_IN_CAROUSEL
    ? `On, and waits for ${FEWEST_IN_CAROUSEL - deals} more`
    : 'Shown'
}

/** What it is called before it has a title. */
export function nameOfCarousel({ number, title }: Pick<ManagedCarousel, 'number' | 'title'>) {
  return title || `Carousel ${number}`
}
