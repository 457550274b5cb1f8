import type { Span } from '#app/admin/metrics/metrics.contract.ts'
import type { MoneyCents } from './metrics.queries.ts'
import { daysOf } from './periods.rules.ts'

/** Sums daily counts over a span. */
export function sumOver(span: Span, countOf: (day: string) => number): number {
  return daysOf(span).reduce((sum, day) => sum + countOf(day), 0)
}

type Reached = { daysOver: number; daysReached: number; perDay: number }

type Against = { claim: number; since: string; today: string; countOf: (day: string) => number }

/** Compares a span with a number claimed for each day; only complete days count. */
export function againstClaim(span: Span, { claim, since, today, countOf }: Against): Reached {
  const over = daysOf(span).filter((day) => day >= since && day < today)
  const sum = over.reduce((total, day) => total + countOf(day), 0)
  return {
    daysOver: over.length,
    daysReached: over.filter((day) => countOf(day) >= claim).length,
    perDay: over.length === 0 ? 0 : Math.round((sum / over.length) * 10) / 10,
  }
}

export type Money = { payments: number; taken: number; refunded: number; net: number }

/** Returns the revenue of a span, in dollars; a refund counts against its payment. */
export function moneyOver(span: Span, moneyOf: (day: string) => MoneyCents | undefined): Money {
  const sum = (pick: (money: MoneyCents) => number) =>
    sumOver(span, (day) => {
      const money = moneyOf(day)
      return money ? pick(money) : 0
    })
  const [taken, refunded] = [sum((each) => each.takenCents), sum((each) => each.refundedCents)]
  return {
    payments: sum((each) => each.payments),
    taken: taken / 100,
    refunded: refunded / 100,
    net: (taken - refunded) / 100,
  }
}
