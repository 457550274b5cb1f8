import type { Database } from '#app/db/database.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findBought, sumBought } from './ledger.queries.ts'

/** Savings by what became of the purchase. */
export type Sums = {
  /** What counts towards the guarantee: recorded and confirmed. What went back is in neither. */
  countedCents: number
  recordedCents: number
  confirmedCents: number
  /** What would have counted. */
  returnedCents: number
  rejectedCents: number
  /** Of the confirmed, what a person looks at before it refuses a claim. */
  waitingCents: number
}

export type Recorded = Sums & {
  /** Those behind the sums, the newest purchase first. */
  rows: Awaited<ReturnType<typeof findBought>>
}

type Span = { from: Date; to: Date }

/**
 * What somebody saved by what they bought in these times, each from the day of one moment until the day before
 * that of the other, by the date of purchase in Toronto.
 */
export async function sumRecorded(db: Database, userId: string, spans: Span[]): Promise<Sums> {
  const sums = await sumBought(db, { userId, spans: spans.map(daysOf) })
  return { ...sums, countedCents: sums.recordedCents + sums.confirmedCents }
}

/** The same with the rows behind it. */
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
