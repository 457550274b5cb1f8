import { bringBackDeals, endDeals } from '#app/deals/server/editing/ending.ts'
import { recordHistory } from '#app/deals/server/prices/observing.ts'
import { findFollowersOf } from '#app/follows/server/for-you/followers.ts'
import { MOST_DEALS_IN_MAIL } from '#app/mailings/mailings.facts.ts'
import type { NoticeFacts } from '#app/notices/notices.contract.ts'
import type { NoticeKind } from '#app/notices/notices.facts.ts'
import { upsertTold } from '#app/notices/server/alerts/telling.queries.ts'
import {
  type LastTold,
  NOTHING_TOLD,
  type ToldOfDeal,
  whatToTell,
} from '#app/notices/server/alerts/telling.rules.ts'
import { addNotices, readAllNotices } from '#app/notices/server/inbox/inbox.ts'
import { dayOnClock, nextDayOnClock } from '#app/notices/server/push/clock.rules.ts'
import { saveDeal } from '#app/saved/server/saved.ts'
import type { AppContext } from '#app/server/context.ts'
import { BUSINESS_ZONE, businessDay, DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { findEndedLately, findKeepable, findPublishedBetween } from './demo.queries.ts'

/**
 * Adds notices of the last days about what the two accounts save and follow; those older than yesterday are
 * read.
 */
export async function tellOfWeek(ctx: AppContext, memberId: string, freeId: string): Promise<void> {
  const before = (hours: number) => new Date(ctx.now().getTime() - hours * HOUR_MS)
  const [first, second, third, back, other, last] = await findKeepable(ctx.db, {
    before: before(SAVED_HOURS_BEFORE + 147),
    limit: 6,
  })
  const gone = await findEndedLately(ctx.db)
  if (!first || !second || !third || !back || !other || !last || !gone) return

  const ofMember = [
    ...(await letFall(ctx, { userId: memberId, deal: first, hoursAgo: 147 })),
    ...(await letFall(ctx, { userId: memberId, deal: second, hoursAgo: 52 })),
    ...(await letFall(ctx, { userId: memberId, deal: third, hoursAgo: 1 })),
    ...(await letComeBack(ctx, { userId: memberId, deal: back, goneHoursAgo: 46, hoursAgo: 22 })),
    ...(await keepUntilItEnded(ctx, { userId: memberId, deal: gone })),
    edition(before(6)),
  ]
  for (const hoursAgo of [99, 27, 3]) {
    ofMember.push(...(await newFor(ctx, { userId: memberId, at: before(hoursAgo) })))
  }
  await tell(ctx, memberId, ofMember)
  await tell(ctx, freeId, [
    ...(await letFall(ctx, { userId: freeId, deal: other, hoursAgo: 5 })),
    ...(await letFall(ctx, { userId: freeId, deal: last, hoursAgo: 20 })),
  ])
}

type Told = {
  at: Date
  kind: NoticeKind
  /** The deal that is named, then those grouped with it. */
  dealIds: string[]
  facts: NoticeFacts
  told: LastTold
}
type Kept = Awaited<ReturnType<typeof findKeepable>>[number]

/** A saved deal whose price fell: saved at a fifth more, seen lower by our check. */
async function letFall(
  ctx: AppContext,
  { userId, deal, hoursAgo }: { userId: string; deal: Kept; hoursAgo: number },
): Promise<Told[]> {
  const at = hoursBefore(ctx, hoursAgo)
  const savedAt = hoursBefore(ctx, hoursAgo + SAVED_HOURS_BEFORE)
  const { wasCents, priceCents } = deal
  const thenCents = Math.min(Math.round((priceCents * 1.2) / 100) * 100, wasCents)
  const seen = (observedAt: Date, nowCents: number) => {
    return { source: 'check' as const, observedAt, wasCents, nowCents }
  }
  const looks = [seen(new Date(savedAt.getTime() - HOUR_MS), thenCents), seen(at, priceCents)]
  await ctx.db.transaction().execute((trx) => recordHistory(trx, deal.id, looks))
  await keep(ctx, { userId, dealId: deal.id, savedAt, priceCents: thenCents })
  return whatIsTold(deal, { savedAt, priceCents: thenCents, ofDeal: { priceCents }, at })
}

/** A saved deal that was sold out and came back. */
async function letComeBack(
  ctx: AppContext,
  {
    userId,
    deal,
    goneHoursAgo,
    hoursAgo,
  }: { userId: string; deal: Kept; goneHoursAgo: number; hoursAgo: number },
): Promise<Told[]> {
  const { id, priceCents } = deal
  const [endedAt, backAt] = [hoursBefore(ctx, goneHoursAgo), hoursBefore(ctx, hoursAgo)]
  const savedAt = hoursBefore(ctx, goneHoursAgo + SAVED_HOURS_BEFORE)
  await keep(ctx, { userId, dealId: id, savedAt, priceCents })
  const reason = 'sold-out'
  await ctx.db.transaction().execute(async (trx) => {
    await endDeals(trx, { now: () => endedAt }, [id], { reason })
    await bringBackDeals(trx, { now: () => backAt }, [id])
  })
  const ofDeal = { priceCents, endedAt, endedReason: reason }
  const gone = whatIsTold(deal, { savedAt, priceCents, ofDeal, at: endedAt })
  const [{ told } = { told: NOTHING_TOLD }] = gone
  const isBack = { savedAt, priceCents, ofDeal: { priceCents }, at: backAt, told }
  return [...gone, ...whatIsTold(deal, isBack)]
}

async function keepUntilItEnded(
  ctx: AppContext,
  {
    userId,
    deal,
  }: { userId: string; deal: NonNullable<Awaited<ReturnType<typeof findEndedLately>>> },
): Promise<Told[]> {
  const { id: dealId, priceCents, publishedAt, endedAt, endedReason } = deal
  if (!endedAt) return []
  const savedAt = new Date(publishedAt.getTime() + HOUR_MS)
  await keep(ctx, { userId, dealId, savedAt, priceCents })
  const ofDeal = { priceCents, endedAt, endedReason }
  const at = new Date(endedAt.getTime() + MINUTE_MS)
  return whatIsTold(deal, { savedAt, priceCents, ofDeal, at })
}

/** Deals of the day before that match what somebody follows. */
async function newFor(
  ctx: AppContext,
  { userId, at }: { userId: string; at: Date },
): Promise<Told[]> {
  const from = new Date(at.getTime() - DAY_MS)
  const cameOut = await findPublishedBetween(ctx.db, { from, to: at })
  const followers = (
    await Array.fromAsync(findFollowersOf({ db: ctx.db, now: () => at }, cameOut))
  ).flat()
  const dealIds = followers.find((each) => each.userId === userId)?.dealIds ?? []
  if (dealIds.length === 0) return []
  const others = dealIds.slice(1, MOST_DEALS_IN_MAIL)
  const facts = dealIds.length > 1 ? { more: dealIds.length - 1, others } : {}
  return [{ at, kind: 'new-for-you', dealIds, facts, told: NOTHING_TOLD }]
}

function edition(at: Date): Told {
  return { at, kind: 'edition', dealIds: [], facts: { day: businessDay(at) }, told: NOTHING_TOLD }
}

/** What the alert rule decides about a deal at that moment. */
function whatIsTold(
  { id }: { id: string },
  {
    savedAt,
    priceCents,
    ofDeal,
    at,
    told = NOTHING_TOLD,
  }: {
    savedAt: Date
    priceCents: number
    ofDeal: Partial<ToldOfDeal>
    at: Date
    told?: LastTold
  },
): Told[] {
  const deal = { priceCents: null, endsAt: null, endedAt: null, endedReason: null, ...ofDeal }
  const wish = { knownEndsAt: null, wasEnded: false, targetCents: null, targetSetAt: null }
  const telling = whatToTell(deal, { savedAt, priceCents, ...wish }, told, at)
  return telling ? [{ at, dealIds: [id], ...telling }] : []
}

function keep(
  ctx: AppContext,
  { savedAt, ...saved }: { userId: string; dealId: string; savedAt: Date; priceCents: number },
) {
  return saveDeal({ ...ctx, now: () => savedAt }, saved)
}

async function tell(ctx: AppContext, userId: string, week: Told[]) {
  for (const each of week.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { at, kind, dealIds, facts, told } = each
    const newest = await ctx.db.transaction().execute(async (trx) => {
      const day = {
        toldOn: dayOnClock(at, BUSINESS_ZONE),
        restsUntil: nextDayOnClock(at, BUSINESS_ZONE),
      }
      await upsertTold(
        trx,
        dealIds.map((dealId) => ({ userId, dealId, ...day, ...told })),
      )
      const [dealId = null] = dealIds
      const [id = 0] = await addNotices(trx, { now: () => at }, [{ userId, kind, dealId, facts }])
      return id
    })
    if (at < hoursBefore(ctx, 24))
      await readAllNotices(ctx, { userId, isMember: true, through: newest })
  }
}

/** In hours: how long before the notice somebody saved the deal. */
const SAVED_HOURS_BEFORE = 20

function hoursBefore(ctx: AppContext, hours: number): Date {
  return new Date(ctx.now().getTime() - hours * HOUR_MS)
}
