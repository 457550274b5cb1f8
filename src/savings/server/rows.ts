import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { businessDay } from '#app/shared/dates.ts'
import {
  findLinesOfTrips,
  findRowsOfTrips,
  insertLedgerChanges,
  type LedgerRow,
  type LineRow,
  lockTrips,
  type TripRow,
  upsertRows,
} from './rows.queries.ts'
import { type Settled, settle } from './settle.rules.ts'

type Clock = Pick<AppContext, 'now'>

/** A change to the outcome of a trip: who makes it, and what they say. */
export type LedgerMove = {
  madeBy: 'member' | 'report' | 'person'
  actorName: string | null
  what: string
  /** The owner's answer from now on. */
  said?: { what: NonNullable<LedgerRow['said']>; paidCents: number | null; on: string | null }
  /** A person's decision. */
  decided?: { what: NonNullable<LedgerRow['decided']>; paidCents: number | null; why: string }
}

/**
 * Settles these trips again from all known facts, and stores each changed row with who changed it. Trips
 * without an owner have no row.
 */
export async function refreshTrips(
  trx: Trx,
  ctx: Clock,
  numbers: string[],
  change: LedgerMove,
): Promise<LedgerRow[]> {
  const trips = (await lockTrips(trx, numbers)).filter(({ userId }) => userId !== null)
  const known = trips.map(({ number }) => number)
  const rows = new Map((await findRowsOfTrips(trx, known)).map((row) => [row.tripNumber, row]))
  const lines = Map.groupBy(await findLinesOfTrips(trx, known), (line) => line.tripNumber)
  const settled = trips.map((trip) => {
    const row = rows.get(trip.number)
    return { row, next: nextRow(ctx, { trip, row, lines: lines.get(trip.number) ?? [], change }) }
  })
  return keep(trx, ctx, settled, change)
}

/** Settles a purchase without a trip in the same way. */
export async function keepWithoutTrip(
  trx: Trx,
  ctx: Clock,
  { row, userId, dealId }: { row: LedgerRow | undefined; userId: string; dealId: string },
  change: LedgerMove,
): Promise<LedgerRow[]> {
  const next = settledRow(ctx, { trip: undefined, row, lines: [], change, userId, dealId })
  return keep(trx, ctx, [{ row, next }], change)
}

type Known = {
  trip: TripRow | undefined
  row: LedgerRow | undefined
  lines: LineRow[]
  change: LedgerMove
}

function nextRow(ctx: Clock, known: Known & { trip: TripRow }): LedgerRow {
  const { userId, dealId } = known.trip
  return settledRow(ctx, { ...known, userId: userId ?? '', dealId })
}

function settledRow(
  ctx: Clock,
  { trip, row, lines, change, userId, dealId }: Known & { userId: string; dealId: string },
): LedgerRow {
  const { said, decided } = change
  const now = ctx.now()
  const words = said
    ? { said: said.what, saidPaidCents: said.paidCents, saidOn: said.on, saidAt: now }
    : pick(row, ['said', 'saidPaidCents', 'saidOn', 'saidAt'])
  const isConfirmed = lines.some(({ state }) => state === 'confirmed')
  const decision = decided
    ? {
        decided: decided.what,
        decidedCents: decided.paidCents,
        decidedWhy: decided.why,
        decidedAt: now,
      }
    : // The decision was about the former report; a new report has to be checked again.
      pick(isConfirmed ? row : undefined, ['decided', 'decidedCents', 'decidedWhy', 'decidedAt'])
  const settled = settle({
    trip: trip && { ...trip, day: businessDay(trip.madeAt) },
    said: words.said
      ? { what: words.said, paidCents: words.saidPaidCents, on: words.saidOn }
      : undefined,
    lines,
    decision: decision.decided
      ? { what: decision.decided, paidCents: decision.decidedCents, why: decision.decidedWhy }
      : undefined,
    today: businessDay(now),
  })
  const tripNumber = trip?.number ?? null
  return { id: row?.id ?? newId(), userId, tripNumber, dealId, ...settled, ...words, ...decision }
}

function pick<K extends keyof LedgerRow>(row: LedgerRow | undefined, keys: K[]) {
  return Object.fromEntries(keys.map((key) => [key, row?.[key] ?? null])) as {
    [key in K]: LedgerRow[key] | null
  }
}

async function keep(
  trx: Trx,
  ctx: Clock,
  settled: Array<{ row: LedgerRow | undefined; next: LedgerRow }>,
  { madeBy, actorName, what, said, decided }: LedgerMove,
): Promise<LedgerRow[]> {
  const known = settled.filter(({ row, next }) => row !== undefined || next.state !== 'open')
  const changed = known.filter(
    ({ row, next }) =>
      JSON.stringify(row ? told(row) : null) !== JSON.stringify(told(next)) ||
      (said !== undefined && !isSameWord(row, next)) ||
      (row?.decided ?? null) !== next.decided ||
      decided !== undefined,
  )
  await upsertRows(
    trx,
    changed.map(({ next }) => next),
  )
  const happenedAt = ctx.now()
  await insertLedgerChanges(
    trx,
    changed.map(({ row, next }) => ({
      rowId: next.id,
      happenedAt,
      madeBy,
      actorName,
      what,
      before: row ? JSON.stringify(told(row)) : null,
      after: JSON.stringify(told(next)),
    })),
  )
  return known.map(({ next }) => next)
}

/** Returns the part of a row that is kept with every change. */
function told(row: Settled | LedgerRow) {
  const { state, boughtOn, paidCents, savingCents, waitsFor } = row
  return { state, boughtOn, paidCents, savingCents, waitsFor }
}

function isSameWord(row: LedgerRow | undefined, next: LedgerRow): boolean {
  return (
    row?.said === next.said &&
    row?.saidPaidCents === next.saidPaidCents &&
    row?.saidOn === next.saidOn
  )
}
