import type { PaidLine } from './paid-time.rules.ts'

/** A payment as the provider reports it. */
export type Payment = {
  lines: PaidLine[]
  /** The money received. */
  amountCents: number
  /** The money returned, by whatever means. */
  refundedCents: number
}

type Span = { startsAt: Date; endsAt: Date }

/**
 * Returns the part of a payment that is this year's fee, before any refund, in cents: the whole amount if it
 * pays for nothing else, otherwise the share of its time within the year. Rounded up, in the member's favour.
 */
export function feeOf({ lines, amountCents }: Payment, year: Span): number {
  if (amountCents <= 0) return 0
  const paid = lines.filter(({ cents }) => cents !== 0)
  if (paid.every((line) => partInside(line, year) === 1)) return amountCents
  const all = sum(paid.map(({ cents }) => cents))
  if (all <= 0) return 0
  const inside = sum(paid.map((line) => line.cents * partInside(line, year)))
  const part = Math.min(1, Math.max(0, inside / all))
  // Keeps floating point noise from rounding up to one more cent.
  return Math.min(amountCents, Math.max(0, Math.ceil(amountCents * part - 1e-6)))
}

/** Returns the part of the fee still to be paid back, in cents. */
export function dueOf(payment: Payment, year: Span): number {
  return Math.max(0, feeOf(payment, year) - payment.refundedCents)
}

function partInside({ from, to }: PaidLine, { startsAt, endsAt }: Span): number {
  const length = to.getTime() - from.getTime()
  if (length <= 0) return from >= startsAt && from < endsAt ? 1 : 0
  const inside =
    Math.min(to.getTime(), endsAt.getTime()) - Math.max(from.getTime(), startsAt.getTime())
  return Math.max(0, inside / length)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
