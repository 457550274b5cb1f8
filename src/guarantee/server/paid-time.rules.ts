import { YEAR_MONTHS } from '#app/guarantee/guarantee.facts.ts'
import { DAY_MS } from '#app/shared/dates.ts'

/** An invoice line: a period and its price, which is negative for time that is credited. */
export type PaidLine = { from: Date; to: Date; cents: number }

/** A paid invoice with its lines. */
export type PaidInvoice = { subscriptionId: string; paidAt: Date; lines: PaidLine[] }

/** A stretch of paid time without a gap. */
export type Run = { from: Date; to: Date }

/** The first year of a membership: twelve months of paid time, added up. */
export type Year = {
  startsAt: Date
  /** The end of the twelfth month, or its expected end while it is unpaid. */
  endsAt: Date
  /** How many of the twelve are paid, including months ahead. */
  paidMonths: number
  /** Whether all twelve are paid. */
  isWhole: boolean
}

/** A shorter gap is no pause: renewals are charged an hour after the period begins, and retried for days. */
const LATE_MS = 3 * DAY_MS
/** About three seconds of a month, the rounding error of fractional months. */
const NEARLY = 1e-6

/**
 * Returns the paid time across all plans and subscriptions. Time credited by a change of plan is removed, and
 * overlaps count once.
 */
export function paidRuns(invoices: PaidInvoice[]): Run[] {
  const bySubscription = Map.groupBy(
    invoices.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime()),
    ({ subscriptionId }) => subscriptionId,
  )
  return joined([...bySubscription.values()].flatMap(runsOfOne))
}

function runsOfOne(invoices: PaidInvoice[]): Run[] {
  let runs: Run[] = []
  for (const { lines } of invoices) {
    for (const { from, to } of lines.filter(({ cents }) => cents < 0)) {
      runs = runs.flatMap((run) => without(run, { from, to }))
    }
    // A trial is a line of zero cents.
    runs.push(...lines.filter(({ cents }) => cents > 0).map(({ from, to }) => ({ from, to })))
  }
  return runs
}

function without(run: Run, gap: Run): Run[] {
  return [
    { from: run.from, to: earlier(run.to, gap.from) },
    { from: later(run.from, gap.to), to: run.to },
  ].filter(({ from, to }) => from < to)
}

function joined(runs: Run[]): Run[] {
  const whole: Run[] = []
  for (const run of runs.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = whole.at(-1)
    if (last && run.from <= last.to) last.to = later(last.to, run.to)
    else if (run.from < run.to) whole.push({ ...run })
  }
  return whole
}

/** Returns the first year; undefined if nothing is paid. */
export function yearOf(runs: Run[], now: Date): Year | undefined {
  const [first] = runs
  if (!first) return
  let left = YEAR_MONTHS
  for (const { from, to } of runs) {
    const months = monthsBetween(from, to)
    if (months >= left - NEARLY) {
      const endsAt = addMonths(from, left)
      return { startsAt: first.from, endsAt, paidMonths: YEAR_MONTHS, isWhole: true }
    }
    left -= months
  }
  const last = runs.at(-1) ?? first
  const isGoingOn = last.to.getTime() + LATE_MS > now.getTime()
  return {
    startsAt: first.from,
    // Without a running payment, the end moves on every day.
    endsAt: isGoingOn
      ? addMonths(last.from, monthsBetween(last.from, last.to) + left)
      : addMonths(now, left),
    paidMonths: YEAR_MONTHS - left,
    isWhole: false,
  }
}

/** Returns the paid time within the year: purchases made in the gaps do not count. */
export function runsWithin(runs: Run[], { startsAt, endsAt }: Year): Run[] {
  return runs
    .map(({ from, to }) => ({ from: later(from, startsAt), to: earlier(to, endsAt) }))
    .filter(({ from, to }) => from < to)
}

/** Returns when the given number of months of the year was or will be paid through. */
export function atMonth(runs: Run[], months: number, year: Year): Date {
  let left = months
  for (const { from, to } of runs) {
    const here = monthsBetween(from, to)
    if (here >= left - NEARLY) return addMonths(from, left)
    left -= here
  }
  // Not paid yet: counted back from the expected end of the year.
  return addMonths(year.endsAt, months - YEAR_MONTHS)
}

/**
 * Adds months by the payment provider's calendar, always counted from the first day: the 31st returns after a
 * February, and a year that began on February 29 ends on February 28.
 */
export function addMonths(from: Date, months: number): Date {
  const whole = Math.floor(months + NEARLY)
  const part = months - whole
  const at = addWholeMonths(from, whole)
  if (part < NEARLY) return at
  const next = addWholeMonths(from, whole + 1)
  // The provider counts in seconds.
  return new Date(Math.round((at.getTime() + part * (next.getTime() - at.getTime())) / 1000) * 1000)
}

function addWholeMonths(from: Date, months: number): Date {
  const at = new Date(from)
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return at
}

function monthsBetween(from: Date, to: Date): number {
  let whole = Math.max(0, Math.floor((to.getTime() - from.getTime()) / (32 * DAY_MS)))
  while (addWholeMonths(from, whole + 1) <= to) whole += 1
  const at = addWholeMonths(from, whole).getTime()
  return whole + (to.getTime() - at) / (addWholeMonths(from, whole + 1).getTime() - at)
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
