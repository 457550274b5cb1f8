import type { Database } from '#app/db/database.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findBought, sumBought } from './ledger.queries.ts'

/** Savings by the state of the purchase. */
export type Sums = {
  /** Counts towards the guarantee: recorded plus confirmed. Returned purchases are in neither. */
  countedCents: number
  recordedCents: number
  confirmedCents: number
  /** What returned purchases would have saved. */
  returnedCents: number
  rejectedCents: number
  /** The confirmed part that a person checks before it refuses a claim. */
  waitingCents: number
}

export type Recorded = Sums & {
  /** The rows behind the sums, the newest purchase first. */
  rows: Awaited<ReturnType<typeof findBought>>
}

type Span = { from: Date; to: Date }

/**
 * Sums a person's savings in these spans by date of purchase in Toronto. Each span includes the day it starts
 * and excludes the day it ends.
 */
export async function sumRecorded(db: Database, userId: string, spans: Span[]): Promise<Sums> {
  const sums = await sumBought(db, { userId, spans: spans.map(daysOf) })
  return { ...sums, countedCents: sums.recordedCents + sums.confirmedCents }
}

/** Returns the sums together with their rows. */
export async function readRecorded(db: Database, userId: string, spans: Span[]): Promise<Recorded> {
  const rows = await findBought(db, { userId, spans: spans.map(daysOf) })
  const cents = (of: (row: (typeof rows)[number]) => boolean) =>
    rows.reduce((sum, row) => sum + (of(row) ? row.savingCents : 0), 0)
  const recordedCents = cents(({ state }) => state === 'recorded')
  const confirmedCents = cents(({ state }) => state === 'confirmed')
  return {
    countedCents: recordedCents + confirmedCents,
    recordedCents,
    confirmedCents,
    returnedCents: cents(({ state }) => state === 'returned'),
    rejectedCents: cents(({ state }) => state === 'rejected'),
    waitingCents: cents(({ state, waitsFor }) => state === 'confirmed' && waitsFor !== null),
    rows,
  }
}

function daysOf({ from, to }: Span) {
  return { fromDay: businessDay(from), beforeDay: businessDay(to) }
}
