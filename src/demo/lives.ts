import type { ReasonToEnd } from '#app/deals/life.facts.ts'
import { publishDeal, updateDeal } from '#app/deals/server/editing/editing.ts'
import { endDeals } from '#app/deals/server/editing/ending.ts'
import { doWhatIsDue } from '#app/deals/server/life/life.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay, businessOffsetMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { findNewestDeals, isAnyTimed } from './demo.queries.ts'

/** By place in the feed, newest first: some of each day, two of them saved by the demo's accounts. */
const ENDED: Array<{ place: number; reason: ReasonToEnd; daysAgo: number }> = [
  { place: 7, reason: 'sold-out', daysAgo: 0 },
  { place: 9, reason: 'sold-out', daysAgo: 0 },
  { place: 40, reason: 'price-up', daysAgo: 0 },
  { place: 44, reason: 'gone', daysAgo: 1 },
  { place: 52, reason: 'withdrawn', daysAgo: 1 },
  { place: 75, reason: 'sold-out', daysAgo: 2 },
  { place: 110, reason: 'price-up', daysAgo: 3 },
]
/** Places in the feed: one that expired yesterday, one that ends today, one that starts tomorrow. */
const ENDED_ITSELF = 60
const ENDS_TODAY = 4
const COMES_TOMORROW = 22
const NINE_IN_THE_MORNING = 9 * HOUR_MS
/** Hours after the day's last deal was published. */
const EIGHT_IN_THE_EVENING = 20 * HOUR_MS

/** Ends some of the demo's deals, one for each reason, schedules an end for one and a start for another. */
export async function giveLives(ctx: AppContext): Promise<void> {
  if (await isAnyTimed(ctx.db)) return
  const ids = await findNewestDeals(ctx.db, { limit: 120 })
  const now = ctx.now()
  const endedAt = (daysAgo: number) =>
    daysAgo === 0 ? now : wallClock(now, { days: -daysAgo, time: EIGHT_IN_THE_EVENING })
  await ctx.db.transaction().execute(async (trx) => {
    for (const { place, reason, daysAgo } of ENDED) {
      await endDeals(trx, { now: () => endedAt(daysAgo) }, [ids[place] ?? ''], { reason })
    }
    const twoDaysAgo = { now: () => new Date(now.getTime() - 2 * DAY_MS) }
    await updateDeal(trx, twoDaysAgo, ids[ENDED_ITSELF] ?? '', { endsAt: endedAt(1) })
    const endsAt = new Date(Math.floor((now.getTime() + 5 * HOUR_MS) / MINUTE_MS) * MINUTE_MS)
    await updateDeal(trx, ctx, ids[ENDS_TODAY] ?? '', { endsAt })
    const startsAt = wallClock(now, { days: 1, time: NINE_IN_THE_MORNING })
    const comes = ids[COMES_TOMORROW] ?? ''
    await publishDeal(trx, ctx, comes, { isPublished: false })
    await updateDeal(trx, ctx, comes, { startsAt, isPublished: true })
  })
  await doWhatIsDue(ctx)
}

/** The moment of a time of day on the business clock, `days` from now. */
function wallClock(now: Date, { days, time }: { days: number; time: number }): Date {
  const wall = Date.parse(businessDay(new Date(now.getTime() + days * DAY_MS))) + time
  return new Date(wall - businessOffsetMs(new Date(wall)))
}
