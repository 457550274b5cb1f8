import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { RENEWAL_MONTHS, RENEWAL_YEARS, TRIAL_WEEKS } from '#app/admin/metrics/business.facts.ts'
import type { Span } from '#app/admin/metrics/metrics.contract.ts'
import type { ReadContext } from '#app/server/context.ts'
import { addDays, businessDay, momentsAt } from '#app/shared/dates.ts'
import { cohortOf, monthBefore, recurringAt, weeksUntil, wholeMonths } from './business.rules.ts'
import {
  countJoiners,
  countJoinersWithAccount,
  countLeavers,
  countTrialsByWeek,
  type LeavingMoney,
} from './coming-and-going.queries.ts'
import { countNotCounted, countRuns } from './recurring.queries.ts'
import { countCohorts } from './renewals.queries.ts'

const YEAR = 12
/** Cohorts reach half a year further back than the last renewal that is shown. */
const MONTHLY_COHORTS = RENEWAL_MONTHS + 6

export async function readBusinessNumbers(ctx: ReadContext): Promise<BusinessNumbers> {
  const today = businessDay(ctx.now())
  const joinedIn = { first: monthBefore(today, YEAR - 1), last: today }
  const sites = await countJoiners(ctx.db, joinedIn, 'site')
  const places = await countJoiners(ctx.db, joinedIn, 'place')
  const sum = (key: 'joined' | 'paid') => sites.reduce((all, each) => all + each[key], 0)
  return {
    at: ctx.now().toISOString(),
    isKept: false,
    recurring: await readRecurring(ctx),
    trials: await readTrials(ctx),
    leaving: await readLeaving(ctx),
    renewals: await readRenewals(ctx),
    joined: {
      span: joinedIn,
      all: { joined: sum('joined'), paid: sum('paid') },
      hadAccount: await countJoinersWithAccount(ctx.db, joinedIn),
      sites: sites.map(({ name, ...counts }) => ({ site: name, ...counts })),
      places: places.map(({ name, ...counts }) => ({ place: name, ...counts })),
    },
  }
}

/** Returns the ends of the last twelve months, and now. */
function recurringDays(now: Date): Array<{ on: string; at: Date }> {
  const today = businessDay(now)
  const ends = wholeMonths(today, YEAR + 1).slice(0, -1)
  return [...ends.map(({ last }) => ({ on: last, at: endOf(last) })), { on: today, at: after(now) }]
}

/** Returns the moment at which a day's recurring revenue is counted: the end of the day, or now for today. */
export function recurringMoment(now: Date, day: string | undefined): Date {
  return day === undefined || day >= businessDay(now) ? after(now) : endOf(day)
}

function endOf(day: string): Date {
  return momentsAt(addDays(day, 1), '00:00')[0] ?? new Date(`${addDays(day, 1)}T05:00:00Z`)
}

/** One millisecond later, so that what happens at this very moment counts. */
function after(now: Date): Date {
  return new Date(now.getTime() + 1)
}

export async function readRecurring(ctx: ReadContext): Promise<BusinessNumbers['recurring']> {
  const days = recurringDays(ctx.now())
  const runs = await countRuns(
    ctx.db,
    days.map(({ at }) => at),
  )
  const now = (which: (run: (typeof runs)[number]) => boolean) =>
    recurringAt(runs.filter(which), days.length)
  return {
    now: now(() => true),
    annual: now(({ isYearly }) => isYearly),
    monthly: now(({ isYearly }) => !isYearly),
    leaving: now(({ isLeaving }) => isLeaving),
    ...(await countNotCounted(ctx.db)),
    months: days.map(({ on }, index) => ({ on, ...recurringAt(runs, index + 1) })),
  }
}

export async function readTrials(ctx: ReadContext): Promise<BusinessNumbers['trials']> {
  const weeks = weeksUntil(businessDay(ctx.now()), TRIAL_WEEKS)
  const counts = await countTrialsByWeek(ctx.db, wholeOf(weeks))
  return weeks.map((week) => {
    const own = counts.filter((each) => each.week === week.first)
    const of = (outcome: string) => own.find((each) => each.outcome === outcome)?.count ?? 0
    return {
      ...week,
      begun: own.reduce((sum, { count }) => sum + count, 0),
      paid: of('paid'),
      trialing: of('trialing'),
      left: of('left'),
      failed: of('failed'),
    }
  })
}

export async function readLeaving(ctx: ReadContext): Promise<BusinessNumbers['leaving']> {
  const months = wholeMonths(businessDay(ctx.now()), YEAR)
  const counts = await countLeavers(ctx.db, wholeOf(months))
  const sum = (which: (each: (typeof counts)[number]) => boolean) =>
    counts.filter(which).reduce((all, { count }) => all + count, 0)
  const reasons = [...new Set(counts.map(({ reason }) => reason))].map((reason) => {
    const of = (money: LeavingMoney) =>
      sum((each) => each.reason === reason && each.money === money)
    return { reason, trial: of('trial'), kept: of('kept'), back: of('back'), failed: of('failed') }
  })
  const all = ({ trial, kept, back, failed }: (typeof reasons)[number]) =>
    trial + kept + back + failed
  return {
    months: months.map((month) => ({
      ...month,
      kept: sum((each) => each.month === month.first && each.money !== 'failed'),
      failed: sum((each) => each.month === month.first && each.money === 'failed'),
    })),
    reasons: reasons.toSorted((a, b) => all(b) - all(a) || a.reason.localeCompare(b.reason)),
  }
}

export async function readRenewals(ctx: ReadContext): Promise<BusinessNumbers['renewals']> {
  const now = ctx.now()
  const months = wholeMonths(businessDay(now), RENEWAL_YEARS * YEAR + 1)
  const groups = await countCohorts(ctx.db, now, wholeOf(months).first)
  const cohorts = (isYearly: boolean, of: Span[], renewals: number) => {
    const own = groups.filter((group) => group.isYearly === isYearly)
    return of.map((month) => cohortOf(month, own, renewals)).filter(({ joined }) => joined > 0)
  }
  return {
    monthly: cohorts(false, months.slice(-MONTHLY_COHORTS), RENEWAL_MONTHS),
    annual: cohorts(true, months, RENEWAL_YEARS),
  }
}

function wholeOf(spans: Span[]): Span {
  return { first: spans[0]?.first ?? '', last: spans.at(-1)?.last ?? '' }
}
