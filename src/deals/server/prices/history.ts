import type { PriceHistory, ToldPrice } from '#app/deals/prices/prices.contract.ts'
import { priceBadges } from '#app/deals/prices/prices.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { businessDay } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import type { findHistory } from './observing.ts'

type Seen = Awaited<ReturnType<typeof findHistory>>[number]

/** More than a page can draw; only the newest are included. */
const MOST_TOLD = 120

/** A published deal's price history as this viewer may see it; never includes a page's address or text. */
export function serializeHistory(
  history: Seen[],
  deal: { publishedAt: Date | null; endedAt: Date | null },
  { viewer, today }: { viewer: Viewer; today: string },
): PriceHistory {
  // A look that found another currency says nothing in dollars, the only currency visitors are shown.
  const told = history.filter(({ seen }) => seen.was !== null || seen.now !== null)
  const { publishedAt, endedAt } = deal
  return {
    prices: told.slice(-MOST_TOLD).map((each) => serializeSeen(each, viewer)),
    badges:
      endedAt === null
        ? priceBadges(
            told.map(({ seen }) => seen),
            { publishedAt, today },
          )
        : [],
  }
}

function serializeSeen(row: Seen, viewer: Viewer): ToldPrice {
  const { seen, seenCurrency, seenNowHundredths } = row
  const isByUs = seen.source === 'check'
  return {
    day: businessDay(seen.at),
    now: centsToDollars(seen.now),
    was: centsToDollars(seen.was),
    basis: seen.basis,
    by: isByUs ? 'us' : 'curator',
    isSeen: seen.isCertain,
    ...(viewer.class === 'member' && isByUs ? { at: seen.at.toISOString() } : {}),
    ...(viewer.class === 'member' && seenCurrency !== null && seenNowHundredths !== null
      ? { inShop: `${seenCurrency} ${(seenNowHundredths / 100).toFixed(2)}` }
      : {}),
  }
}
