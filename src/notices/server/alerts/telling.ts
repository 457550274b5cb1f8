import type { Trx } from '#app/db/database.ts'
import { findFollowersOf } from '#app/follows/server/for-you/followers.ts'
import { MOST_DEALS_IN_MAIL } from '#app/mailings/mailings.facts.ts'
import { type StreamChoices, streamChoicesOf } from '#app/mailings/server/choices.ts'
import { findMembersAmong } from '#app/membership/server/membership.ts'
import { ENDS_SOON_MS, ENDS_VERY_SOON_MS } from '#app/notices/notices.facts.ts'
import { addNotices, type NewNotice } from '#app/notices/server/inbox/inbox.ts'
import {
  dayOnClock,
  mailAlertAt,
  nextDayOnClock,
  pushAlertAt,
} from '#app/notices/server/push/clock.rules.ts'
import {
  answerWhatIsKnown,
  findDealsToTellOf,
  type ReportTold,
  takeReportsToTell,
  tellLater,
} from '#app/reports/server/answers.ts'
import type { AppContext } from '#app/server/context.ts'
import { BUSINESS_ZONE, DAY_MS } from '#app/shared/dates.ts'
import {
  findChangedDeals,
  findEndingDeals,
  findKeepers,
  findNewDeals,
  findToldDeal,
  findToldLast,
  findToldPairs,
  insertChanges,
  takeChanges,
  tryDeal,
  upsertTold,
} from './telling.queries.ts'
import { type LastTold, NOTHING_TOLD, type Telling, whatToTell } from './telling.rules.ts'
import { findDeviceZones, joinAlert } from './waiting.queries.ts'

const DEALS_AT_ONCE = 50
const PEOPLE_AT_ONCE = 500
/** Deals published longer ago are no news. */
const NEW_FOR_MS = DAY_MS

/**
 * Tells people about all changes of deals that they saved or follow. Any number of processes may run this at
 * once, and a crash repeats nothing: each deal is handled in one transaction.
 */
export async function tellOfDeals(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const [soon, verySoon] = [ENDS_SOON_MS, ENDS_VERY_SOON_MS].map(
    (ms) => new Date(now.getTime() + ms),
  ) as [Date, Date]
  // First, so that someone who reported an end hears of it as the answer to the report, and only once.
  await tellReporters(ctx)
  for (const dealId of await findEndingDeals(ctx.db, { now, soon, verySoon })) {
    await tellKeepers(ctx, dealId)
  }
  await untilNoneIsLeft(ctx, false, async (dealIds) => {
    let told = 0
    for (const dealId of dealIds) if (await tellKeepers(ctx, dealId)) told += 1
    return told > 0
  })
  await untilNoneIsLeft(ctx, true, (dealIds) => tellFollowers(ctx, dealIds))
}

/** Tells people who reported a problem what was found. */
async function tellReporters(ctx: AppContext): Promise<void> {
  await answerWhatIsKnown(ctx)
  for (const dealId of await findDealsToTellOf(ctx, DEALS_AT_ONCE)) {
    await ctx.db.transaction().execute(async (trx) => {
      if (await tryDeal(trx, dealId)) await tellReportersOf(trx, ctx, dealId)
    })
  }
}

async function tellReportersOf(trx: Trx, ctx: AppContext, dealId: string) {
  const now = ctx.now()
  const reports = await takeReportsToTell(trx, ctx, dealId)
  if (reports.length === 0) return
  const userIds = reports.map(({ userId }) => userId)
  const last = await findToldLast(trx, { userIds, dealId })
  const clocks = await readClocks(trx, userIds)
  const due: Array<ReportTold & DayTold> = []
  for (const report of reports) {
    const zone = clocks.zoneOf(report.userId)
    const day = dayOf(now, zone)
    // One notice per deal and day, and today's was sent.
    if (last.get(report.userId)?.toldOn === day.toldOn) {
      await tellLater(trx, report.ids, day.restsUntil)
    } else due.push({ ...report, ...day })
  }
  await upsertTold(
    trx,
    due.map(({ userId, toldOn, restsUntil, outcome, answer: { toCents } }) => {
      const {
        priceCents = null,
        endsAt = null,
        isGone = false,
        targetToldAt = null,
        backToldAt = null,
      } = last.get(userId) ?? {}
      return {
        userId,
        dealId,
        toldOn,
        restsUntil,
        endsAt,
        targetToldAt,
        backToldAt,
        priceCents: toCents ?? priceCents,
        isGone: isGone || outcome === 'ended',
      }
    }),
  )
  await alert(
    trx,
    ctx,
    due.map(({ userId, kinds, outcome, answer }) => {
      return { userId, dealId, kind: 'report' as const, facts: { told: kinds, outcome, ...answer } }
    }),
    clocks,
  )
}

/** Repeats until no changes are left, or until `tell` returns false because others have taken them all. */
async function untilNoneIsLeft(
  ctx: AppContext,
  isNew: boolean,
  tell: (dealIds: string[]) => Promise<boolean>,
) {
  for (;;) {
    const found = { now: ctx.now(), isNew, limit: DEALS_AT_ONCE }
    const dealIds = await findChangedDeals(ctx.db, found)
    if (dealIds.length === 0 || !(await tell(dealIds))) return
  }
}

/** Returns false if another process is handling this deal. */
async function tellKeepers(ctx: AppContext, dealId: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await tryDeal(trx, dealId))) return false
    // Taken first, so that later changes of the deal are handled again.
    await takeChanges(trx, { dealIds: [dealId], now: ctx.now(), isNew: false })
    const deal = await findToldDeal(trx, dealId)
    if (!deal) return true
    const later = new Map<number, Date>()
    for (let after = ''; ; ) {
      const keepers = await findKeepers(trx, { dealId, after, limit: PEOPLE_AT_ONCE })
      await tellSome(trx, ctx, { dealId, deal, keepers, later })
      const last = keepers.at(-1)
      if (!last || keepers.length < PEOPLE_AT_ONCE) break
      after = last.userId
    }
    await insertChanges(trx, dealId, [...later.values()])
    return true
  })
}

type Keepers = Awaited<ReturnType<typeof findKeepers>>
type Some = {
  dealId: string
  deal: NonNullable<Awaited<ReturnType<typeof findToldDeal>>>
  keepers: Keepers
  /** When to continue for people who had a notice of this deal today: at the start of their next day. */
  later: Map<number, Date>
}

async function tellSome(trx: Trx, ctx: AppContext, { dealId, deal, keepers, later }: Some) {
  const now = ctx.now()
  const members = await findMembersAmong(
    trx,
    keepers.flatMap(({ userId, targetCents }) => (targetCents === null ? [] : userId)),
  )
  const tellings = keepers.flatMap((keeper) => {
    const {
      userId,
      savedAt,
      salePriceCents: priceCents,
      knownEndsAt,
      wasEnded,
      targetSetAt,
    } = keeper
    // Only current members may use a target.
    const targetCents = members.has(userId) ? keeper.targetCents : null
    const wish = { savedAt, priceCents, knownEndsAt, wasEnded, targetCents, targetSetAt }
    const telling = whatToTell(deal, wish, lastTold(keeper), now)
    return telling ? [{ ...telling, userId, toldOn: keeper.toldOn }] : []
  })
  const clocks = await readClocks(
    trx,
    tellings.map(({ userId }) => userId),
  )
  const due: Array<Telling & { userId: string } & DayTold> = []
  for (const telling of tellings) {
    const zone = clocks.zoneOf(telling.userId)
    const day = dayOf(now, zone)
    if (telling.toldOn === day.toldOn) later.set(day.restsUntil.getTime(), day.restsUntil)
    else due.push({ ...telling, ...day })
  }
  await upsertTold(
    trx,
    due.map(({ userId, toldOn, restsUntil, told }) => ({
      userId,
      dealId,
      toldOn,
      restsUntil,
      ...told,
    })),
  )
  await alert(
    trx,
    ctx,
    due.map(({ userId, kind, facts }) => ({ userId, kind, dealId, facts })),
    clocks,
  )
}

function lastTold(keeper: Keepers[number]): LastTold | undefined {
  const { toldOn, priceCents, endsAt, isGone, targetToldAt, backToldAt } = keeper
  if (toldOn === null) return
  return { priceCents, endsAt, isGone: isGone === true, targetToldAt, backToldAt }
}

/** Tells each member about new deals that match what they follow, in one notice. */
async function tellFollowers(ctx: AppContext, dealIds: string[]): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await tryDeal(trx, 'those that are new'))) return false
    const now = ctx.now()
    await takeChanges(trx, { dealIds, now, isNew: true })
    const newIds = await findNewDeals(trx, dealIds, new Date(now.getTime() - NEW_FOR_MS))
    const inside = { ...ctx, db: trx }
    for await (const some of findFollowersOf(inside, newIds, { limit: PEOPLE_AT_ONCE })) {
      await tellSomeFollowers(
        trx,
        ctx,
        some.filter(({ isMember }) => isMember),
      )
    }
    return true
  })
}

async function tellSomeFollowers(
  trx: Trx,
  ctx: AppContext,
  followers: Array<{ userId: string; dealIds: string[] }>,
) {
  if (followers.length === 0) return
  const userIds = followers.map(({ userId }) => userId)
  const dealIds = [...new Set(followers.flatMap((each) => each.dealIds))]
  const known = await findToldPairs(trx, { userIds, dealIds })
  const clocks = await readClocks(trx, userIds)
  const news = followers.flatMap(({ userId, dealIds }) => {
    const own = dealIds.filter((dealId) => !known.has(`${userId} ${dealId}`))
    return own.length > 0 ? [{ userId, dealIds: own }] : []
  })
  await upsertTold(
    trx,
    news.flatMap(({ userId, dealIds }) => {
      const day = dayOf(ctx.now(), clocks.zoneOf(userId))
      return dealIds.map((dealId) => ({ userId, dealId, ...day, ...NOTHING_TOLD }))
    }),
  )
  const notices = news.map(({ userId, dealIds: [dealId = null, ...others] }) => ({
    userId,
    kind: 'new-for-you' as const,
    dealId,
    facts:
      others.length > 0
        ? { more: others.length, others: others.slice(0, MOST_DEALS_IN_MAIL - 1) }
        : {},
  }))
  await alert(trx, ctx, notices, clocks)
}

/** The person's day, which has at most one notice per deal, and its end. */
type DayTold = { toldOn: string; restsUntil: Date }

function dayOf(now: Date, zone: string): DayTold {
  return { toldOn: dayOnClock(now, zone), restsUntil: nextDayOnClock(now, zone) }
}

type Clocks = {
  zoneOf: (userId: string) => string
  choicesOf: (userId: string) => StreamChoices | undefined
  hasDevice: (userId: string) => boolean
}

async function readClocks(trx: Trx, userIds: string[]): Promise<Clocks> {
  const choices = await streamChoicesOf({ db: trx }, userIds)
  const devices = await findDeviceZones(trx, userIds)
  return {
    // Without a chosen time zone, their browser's is used.
    zoneOf: (userId) => {
      const { answeredAt = null, timeZone = BUSINESS_ZONE } = choices.get(userId) ?? {}
      return answeredAt ? timeZone : (devices.get(userId) ?? timeZone)
    },
    choicesOf: (userId) => choices.get(userId),
    hasDevice: (userId) => devices.has(userId),
  }
}

/** Adds notices to the inbox at once, and to the messages that are sent when allowed. */
async function alert(trx: Trx, ctx: AppContext, notices: NewNotice[], clocks: Clocks) {
  const ids = await addNotices(trx, ctx, notices)
  const now = ctx.now()
  for (const [index, { userId }] of notices.entries()) {
    const noticeIds = ids.slice(index, index + 1)
    const choices = clocks.choicesOf(userId)
    const mailAt = choices?.isReachable ? mailAlertAt(now, choices) : undefined
    const began = { userId, noticeIds, beganAt: now }
    if (mailAt) await joinAlert(trx, { ...began, way: 'mail', dueAt: mailAt })
    if (clocks.hasDevice(userId)) {
      const dueAt = pushAlertAt(now, clocks.zoneOf(userId))
      await joinAlert(trx, { ...began, way: 'push', dueAt })
    }
  }
}
