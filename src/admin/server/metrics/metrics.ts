import type {
  ClickMetrics,
  DealMetrics,
  JoiningMetrics,
  MemberMetrics,
  Period,
  RevenueMetrics,
  Span,
} from '#app/admin/metrics/metrics.contract.ts'
import { CLAIMED_DEALS_A_DAY } from '#app/marketing/claims.ts'
import { UNPAID_CHECKOUT_KEPT_MS } from '#app/membership/membership.facts.ts'
import type { ReadContext } from '#app/server/context.ts'
import { addDays, businessDay, DAY_MS } from '#app/shared/dates.ts'
import { EVENT_KEPT_MS } from '#app/tracking/tracking.facts.ts'
import {
  countCheckoutSteps,
  countClickingPeople,
  countClicksByDay,
  countClicksByKind,
  countEndingTrials,
  countLockedClicks,
  countOtherCurrencies,
  countPublishedByDay,
  countStandings,
  countUnclaimed,
  findFirstPublishedDay,
  rankClicks,
  rankLockedDeals,
  sumPaymentsByDay,
} from './metrics.queries.ts'
import { againstClaim, moneyOver, sumOver } from './metrics.rules.ts'
import { barsOf, lastMonths, sinceDay, spansOf } from './periods.rules.ts'
import { nameRanked, nameRankings } from './ranking.ts'

/** Rows of a ranking shown on the page. */
const TOP = 10
const EVENTS_KEPT_DAYS = EVENT_KEPT_MS / DAY_MS
const UNPAID_CHECKOUTS_KEPT_DAYS = UNPAID_CHECKOUT_KEPT_MS / DAY_MS
const TRIAL_DAYS_AHEAD = 7

export async function readDealMetrics(ctx: ReadContext, period: Period): Promise<DealMetrics> {
  const { today, span, before } = timesOf(ctx, period)
  const byDay = await countPublishedByDay(ctx.db, { first: before.first, last: span.last })
  const published = (day: string) => byDay.get(day)?.published ?? 0
  const takenBack = (day: string) => byDay.get(day)?.takenBack ?? 0
  const since = (await findFirstPublishedDay(ctx.db)) ?? null
  const against = { claim: CLAIMED_DEALS_A_DAY, since: since ?? today, today, countOf: published }
  return {
    period,
    span,
    before,
    claim: CLAIMED_DEALS_A_DAY,
    since,
    published: sumOver(span, published),
    publishedBefore: sumOver(before, published),
    ...againstClaim(span, against),
    perDayBefore: againstClaim(before, against).perDay,
    bars: barsOf(period, span).map((bar) => ({
      ...bar,
      published: sumOver(bar, published),
      takenBack: sumOver(bar, takenBack),
      ...againstClaim(bar, against),
    })),
  }
}

export async function readClickMetrics(ctx: ReadContext, period: Period): Promise<ClickMetrics> {
  const { db } = ctx
  const { span, before } = timesOf(ctx, period)
  const byDay = await countClicksByDay(db, { first: before.first, last: span.last })
  const countOf = (day: string) => byDay.get(day) ?? 0
  const ranked = await rankClicks(db, span, { offset: 0, limit: TOP })
  const kinds = await countClicksByKind(db, span)
  const barsBefore = barsOf(period, before)
  const of = (kind: Parameters<typeof kinds.get>[0]) => kinds.get(kind) ?? 0
  return {
    period,
    span,
    before,
    clicks: sumOver(span, countOf),
    clicksBefore: sumOver(before, countOf),
    people: await countClickingPeople(db, span),
    bars: barsOf(period, span).map((bar, index) => ({
      ...bar,
      clicks: sumOver(bar, countOf),
      before: sumOver(barsBefore[index] ?? bar, countOf),
    })),
    ...(await nameRankings(db, ranked)),
    kinds: {
      click: of('click'),
      repeat: of('repeat'),
      prefetch: of('prefetch'),
      head: of('head'),
      bot: of('bot'),
    },
  }
}

export async function readJoiningMetrics(
  ctx: ReadContext,
  period: Period,
): Promise<JoiningMetrics> {
  const { db } = ctx
  const { today, span, before } = timesOf(ctx, period)
  const eventsSince = addDays(today, 1 - EVENTS_KEPT_DAYS)
  const lockedSpan = sinceDay(span, eventsSince)
  const locked = await countLockedClicks(db, lockedSpan)
  const ranked = await rankLockedDeals(db, lockedSpan, { offset: 0, limit: TOP })
  const funnelSpan = sinceDay(span, addDays(today, 1 - UNPAID_CHECKOUTS_KEPT_DAYS))
  const { onTrial, ...steps } = await countCheckoutSteps(db, funnelSpan)
  return {
    period,
    span,
    before,
    locked,
    lockedBefore: before.first < eventsSince ? null : await countLockedClicks(db, before),
    lockedSpan,
    lockedDeals: {
      top: await nameRanked(db, 'deal', ranked),
      count: ranked[0]?.count ?? 0,
    },
    funnel: {
      span: funnelSpan,
      steps: { locked: await countLockedClicks(db, funnelSpan), ...steps },
      onTrial,
    },
  }
}

export async function readMemberMetrics(ctx: ReadContext): Promise<MemberMetrics> {
  const { db } = ctx
  const now = ctx.now()
  const days = trialDays(now)
  const rows = await countStandings(db)
  const trials = await countEndingTrials(db, now, days.last)
  const { count, cents, oldestAt } = await countUnclaimed(db)
  const of = (...wanted: string[]) =>
    rows
      .filter(({ standing }) => wanted.length === 0 || wanted.includes(standing))
      .reduce((sum, { people }) => sum + people, 0)
  return {
    at: now.toISOString(),
    members: of('active', 'trialing', 'ending'),
    people: of(),
    standings: rows,
    trials: barsOf('7d', days).map((bar) => ({
      ...bar,
      ...(trials.get(bar.first) ?? { ending: 0, leaving: 0 }),
    })),
    unclaimed: { count, amount: cents / 100, oldestAt: oldestAt?.toISOString() ?? null },
  }
}

/** Returns today and the six days after it. */
export function trialDays(now: Date): Span {
  const today = businessDay(now)
  return { first: today, last: addDays(today, TRIAL_DAYS_AHEAD - 1) }
}

export async function readRevenueMetrics(
  ctx: ReadContext,
  period: Period,
): Promise<RevenueMetrics> {
  const { today, span, before } = timesOf(ctx, period)
  const months = lastMonths(today)
  const first = [before.first, months[0]?.first ?? today].toSorted()[0] ?? today
  const byDay = await sumPaymentsByDay(ctx.db, { first, last: today })
  const moneyOf = (day: string) => byDay.get(day)
  return {
    period,
    span,
    before,
    current: moneyOver(span, moneyOf),
    earlier: moneyOver(before, moneyOf),
    months: months.map((month) => ({ ...month, ...moneyOver(month, moneyOf) })),
    otherCurrencies: await countOtherCurrencies(ctx.db, { first, last: today }),
  }
}

function timesOf({ now }: Pick<ReadContext, 'now'>, period: Period) {
  const today = businessDay(now())
  return { today, ...spansOf(period, today) }
}
