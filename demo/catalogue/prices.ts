import type { Level } from './brands.ts'
import type { Random } from './random.ts'
import type { PriceEnding, Retailer } from './retailers.ts'

/** The club's promise: every deal's discount is within this range. */
const PROMISED_PERCENT_OFF = { least: 40, most: 80 }

const levelFactor: Record<Level, number> = { contemporary: 0.52, designer: 1, luxury: 1.9 }

/** The recommended price in whole dollars, rounded as fashion houses do. */
export function recommendedPrice(random: Random, level: Level, usualPrice: number): number {
  const price = usualPrice * levelFactor[level] * (0.82 + random.next() * 0.4)
  if (price < 400) return Math.round(price / 5) * 5
  if (price < 1500) return Math.round(price / 10) * 10 - (random.chance(0.4) ? 5 : 0)
  return Math.round(price / 50) * 50 - (random.chance(0.5) ? 10 : 0)
}

/** Both prices in cents, with this shop's price endings and within the promise. */
export function pricesAt(
  retailer: Retailer,
  random: Random,
  recommended: number,
): { originalPriceCents: number; salePriceCents: number } {
  const originalPriceCents = originalAt(retailer.ending, recommended)
  const [low, high] = retailer.habit
  for (;;) {
    const percentOff = low + random.next() * (high - low)
    const salePriceCents = saleAt(retailer.ending, originalPriceCents * (1 - percentOff / 100))
    const given = (1 - salePriceCents / originalPriceCents) * 100
    if (given >= PROMISED_PERCENT_OFF.least && given <= PROMISED_PERCENT_OFF.most) {
      return { originalPriceCents, salePriceCents }
    }
  }
}

function originalAt(ending: PriceEnding, dollars: number): number {
  if (ending === '.99') return dollars * 100 - 1
  if (ending === '.95') return dollars * 100 - 5
  return dollars * 100
}

function saleAt(ending: PriceEnding, cents: number): number {
  const dollars = cents / 100
  if (ending === '.99') return Math.round(dollars) * 100 - 1
  if (ending === '.95') return Math.round(dollars) * 100 - 5
  if (ending === 'exact') return Math.round(cents)
  const step = dollars < 300 ? 1 : 5
  return Math.round(dollars / step) * step * 100
}
