import type { Cohort } from '#app/admin/metrics/business.contract.ts'
import type { Span } from '#app/admin/metrics/metrics.contract.ts'
import { addDays } from '#app/shared/dates.ts'
import type { RunGroup } from './recurring.queries.ts'

/** Sums the runs that are active at the moment of this place, counted from 1. */
export function recurringAt(runs: RunGroup[], place: number) {
  const running = runs.filter(({ before, until }) => before < place && place <= until)
  return {
    memberships: running.reduce((sum, { memberships }) => sum + memberships, 0),
    monthly: running.reduce((sum, { cents }) => sum + cents, 0) / 100,
  }
}

/** Returns the first day of this month, or of the month so many months earlier. */
export function monthBefore(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}

/** Returns whole months up to this one, the earliest first. */
export function wholeMonths(today: string, count: number): Span[] {
  return Array.from({ length: count }, (_, index) => {
    const first = monthBefore(today, count - 1 - index)
    return { first, last: addDays(monthBefore(first, -1), -1) }
  })
}

/** Returns weeks up to this one, from Monday to Sunday, the earliest first. */
export function weeksUntil(today: string, count: number): Span[] {
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  return Array.from({ length: count }, (_, index) => {
    const first = addDays(monday, -7 * (count - 1 - index))
    return { first, last: addDays(first, 6) }
  })
}

type CohortGroup = { month: string; due: number; renewed: number; memberships: number }

/** Returns a month's cohort: for each renewal, how many are due and how many of those are paid. */
export function cohortOf(span: Span, groups: CohortGroup[], renewals: number): Cohort {
  const own = groups.filter(({ month }) => month === span.first)
  const sum = (which: CohortGroup[]) => which.reduce((all, { memberships }) => all + memberships, 0)
  return {
    ...span,
    joined: sum(own),
    renewals: Array.from({ length: renewals }, (_, index) => {
      const due = own.filter((group) => group.due > index)
      return { due: sum(due), renewed: sum(due.filter((group) => group.renewed > index)) }
    }),
  }
}
