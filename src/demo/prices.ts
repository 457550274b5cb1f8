import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { type Observation, recordHistory } from '#app/deals/server/prices/observing.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay, DAY_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { openMoods } from '#sandbox/retailers/moods.ts'
import { findPricesOf, isAnyLookedAt } from './demo.queries.ts'

/** How many of the newest deals get a price history; the others stay as in the sheet. */
const WITH_PAST = 72

/** By place in the feed: deals whose original price is not the retailer's own earlier price. */
const OTHER_BASES: Record<number, PriceBasis> = {
  5: 'rrp',
  16: 'market',
  26: 'rrp',
  33: 'unknown',
  47: 'rrp',
  58: 'unknown',
}

/** Every so many of the rest has never been checked, so its price is as stated. */
const AS_STATED_EVERY = 6

/** Gives deals a price history of weeks, as our checks and curators would have recorded it. */
export async function givePastPrices(ctx: AppContext): Promise<void> {
  if (await isAnyLookedAt(ctx.db)) return
  const deals = await findPricesOf(ctx.db, { limit: WITH_PAST })
  // The stand-in shops state the same, so that checks do not change it.
  openMoods(ctx.config.dataDir).setBeside(
    deals.flatMap(({ address }, place) => {
      const basis = OTHER_BASES[place]
      return basis ? [[address, basis === 'rrp' ? 'rrp' : 'nothing'] as const] : []
    }),
  )
  await ctx.db.transaction().execute(async (trx) => {
    for (const [place, deal] of deals.entries()) {
      const { id, originalPriceCents: was, salePriceCents: now } = deal
      if (was === null || now === null) continue
      const seen = pastOf(place, { was, now }, ctx.now())
      if (seen.length > 0) await recordHistory(trx, id, seen)
    }
  })
}

type Prices = { was: number; now: number }

function pastOf(place: number, { was, now }: Prices, at: Date): Observation[] {
  const ago = (days: number, minutes = 0) =>
    new Date(at.getTime() - days * DAY_MS - minutes * MINUTE_MS)
  const check = (observedAt: Date, wasCents: number | null, nowCents: number): Observation => ({
    source: 'check',
    observedAt,
    wasCents,
    nowCents,
  })
  const basis = OTHER_BASES[place]
  if (basis !== undefined) {
    const told: Observation = {
      source: 'admin',
      seenBy: 'Demo curator',
      observedAt: at,
      wasCents: was,
      nowCents: now,
      basis,
    }
    return basis === 'unknown' ? [told] : [check(ago(24), null, step(now * 1.2)), told]
  }
  if (place % AS_STATED_EVERY === 3) return []
  const minutes = 4 + ((place * 37) % 220)
  const last = check(ago(place % 4 === 0 ? 0 : place % 3, minutes), was, now)
  // A few of each: long at full price, reduced in steps, cheaper once before, seen by a curator.
  if (place % 6 === 0)
    return [check(ago(41), null, was), check(ago(12), was, step(now * 1.18)), last]
  if (place % 6 === 1) return [check(ago(33), null, was), last]
  if (place % 6 === 2) {
    const cheaper = step(was * 0.92)
    return [check(ago(52), null, was), check(ago(24), null, cheaper), check(ago(9), was, now), last]
  }
  if (place % 6 === 4) {
    const seenOn = businessDay(ago(2))
    const sighting = { address: 'https://shops.example/as-seen', seenOn, seenBy: 'Demo curator' }
    return [
      { source: 'admin', observedAt: ago(2), wasCents: was, nowCents: now, ...sighting },
      check(ago(0, minutes), was, now),
    ]
  }
  return [check(ago(118), null, was), check(ago(104), was, step(now * 1.25)), last]
}

/** Rounds to whole dollars, as shops write prices. */
function step(cents: number): number {
  return Math.round(cents / 100) * 100
}
