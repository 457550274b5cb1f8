import type { PaidLine } from './paid-time.rules.ts'

/** A payment as the provider has it. */
export type Payment = {
  lines: PaidLine[]
  /** What came in as money. */
  amountCents: number
  /** What has gone back, whoever sent it. */
  refundedCents: number
}

type Span = { startsAt: Date; endsAt: Date }

/**
 * What of a payment is the fee of this year, before anything is paid back: all of it when it is for
 * nothing else, else the part of its time that lies in the year. Rounded for whoever paid.
 */
export function feeOf({ lines, amountCents }: Payment, year: Span): number {
  if (amountCents <= 0) return 0
  const paid = lines.filter(({ cents }) => cents !== 0)
  if (paid.every((line) => partInside(line, year) === 1)) return amountCents
  const all = sum(paid.map(({ cents }) => cents))
  if (all <= 0) return 0
  const inside = sum(paid.map((line) => line.cents * partInside(line, year)))
  const part = Math.min(1, Math.max(0, inside / all))
  // What a division leaves behind is no cent more.
  return Math.min(amountCents, Math.max(0, Math.ceil(amountCents * part - 1e-6)))
}

/** What is still to be paid back of it. */
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
