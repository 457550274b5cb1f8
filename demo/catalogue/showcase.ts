import type { DemoDeal } from './deals.ts'
import { type Kind, kindOf } from './kinds.ts'
import type { Random } from './random.ts'
import { DAYS } from './schedule.ts'

/** The splash deals: one of each kind, chosen by eye, light and dark in turn. */
const splashPictures = [
  'gown-2.jpg',
  'tote-1.jpg',
  'wool-coat-1.jpg',
  'pump-2.jpg',
  'sunglasses-1.jpg',
  'trench-3.jpg',
  'shoulder-bag-2.jpg',
  'watch-1.jpg',
  'sandal-1.jpg',
  'knit-3.jpg',
]
const SPLASH_DAYS = 3

type Theme = { of: (deal: DemoDeal) => boolean; mostOfAKind: number }

/** The themes of carousels 1 to 5. */
const themes: readonly Theme[] = [
  { of: (deal) => category(deal) === 'Bags', mostOfAKind: 2 },
  { of: (deal) => category(deal) === 'Shoes', mostOfAKind: 2 },
  { of: inCategories('Coats', 'Tailoring', 'Knitwear'), mostOfAKind: 3 },
  { of: ofKinds('gown', 'clutch', 'earrings', 'watch'), mostOfAKind: 2 },
  { of: (deal) => deal.salePriceCents < 200_00, mostOfAKind: 1 },
]
const DEALS_A_CAROUSEL = 8
const CAROUSEL_DAYS = 6

/** Marks the free previews, the splash deals and the carousels. Deals are passed oldest first. */
export function decorate(deals: readonly DemoDeal[], random: Random): void {
  for (let day = 0; day < DAYS; day++) {
    const today = deals.filter((deal) => deal.day === day)
    for (const deal of choosePreviews(today, random.between(4, 6))) deal.isPreview = true
  }
  for (const deal of chooseSplash(deals)) deal.showInSplash = true
  for (const [index, theme] of themes.entries()) {
    for (const deal of chooseForCarousel(deals, theme)) deal.carouselAssignment = index + 1
  }
}

/**
 * Lowers the prices of some boots, so that a search for boots under $200 has results. Discounts stay as they
 * are.
 */
export function priceBootsForMany(deals: readonly DemoDeal[]): void {
  for (const deal of deals) {
    if (deal.picture.kind !== 'ankle-boot' || deal.brand.level === 'luxury') continue
    if (deal.originalPriceCents === null) continue
    deal.originalPriceCents = lowered(deal.originalPriceCents)
    deal.salePriceCents = lowered(deal.salePriceCents)
  }
}

/** Keeps the cents of the shop's price ending. */
function lowered(cents: number): number {
  return Math.round((cents * 0.62) / 100) * 100 - ((100 - (cents % 100)) % 100)
}

/** Spread over the morning, each of another category. */
function choosePreviews(today: readonly DemoDeal[], count: number): DemoDeal[] {
  const chosen: DemoDeal[] = []
  for (let part = 0; part < count; part++) {
    const from = Math.floor((today.length * part) / count)
    const to = Math.floor((today.length * (part + 1)) / count)
    const seen = chosen.map(category)
    const deal = today
      .slice(from, to)
      .find((deal) => deal.originalPriceCents !== null && !seen.includes(category(deal)))
    if (deal) chosen.push(deal)
  }
  return chosen
}

function chooseSplash(deals: readonly DemoDeal[]): DemoDeal[] {
  const recent = deals.filter((deal) => deal.day >= DAYS - SPLASH_DAYS && isFree(deal)).reverse()
  const chosen: DemoDeal[] = []
  for (const file of splashPictures) {
    const brands = chosen.map((deal) => deal.brand)
    const deal = recent.find((deal) => deal.picture.file === file && !brands.includes(deal.brand))
    if (!deal) throw new Error(`No recent deal shows ${file} for the splash`)
    chosen.push(deal)
  }
  return chosen
}

function chooseForCarousel(deals: readonly DemoDeal[], theme: Theme): DemoDeal[] {
  const chosen: DemoDeal[] = []
  for (const deal of deals.toReversed()) {
    if (chosen.length === DEALS_A_CAROUSEL) break
    if (deal.day < DAYS - CAROUSEL_DAYS || !isFree(deal) || !theme.of(deal)) continue
    const sameKind = chosen.filter((other) => other.picture.kind === deal.picture.kind)
    const isRepeat = chosen.some(
      (other) => other.picture === deal.picture || other.brand === deal.brand,
    )
    const followsItsKind = chosen.at(-1)?.picture.kind === deal.picture.kind
    if (isRepeat || followsItsKind || sameKind.length >= theme.mostOfAKind) continue
    chosen.push(deal)
  }
  if (chosen.length < DEALS_A_CAROUSEL) throw new Error('Too few recent deals for a carousel')
  return chosen
}

/** Whether a deal is complete and in no other selection yet. */
function isFree(deal: DemoDeal): boolean {
  return (
    deal.originalPriceCents !== null &&
    !deal.isPreview &&
    !deal.showInSplash &&
    deal.carouselAssignment === 0
  )
}

function category(deal: DemoDeal): string {
  return kindOf(deal.picture.kind).category
}

function inCategories(...names: string[]) {
  return (deal: DemoDeal) => names.includes(category(deal))
}

function ofKinds(...kinds: Kind[]) {
  return (deal: DemoDeal) => kinds.includes(deal.picture.kind)
}
