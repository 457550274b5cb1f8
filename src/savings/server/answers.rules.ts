import type { TripAnswer } from '#app/savings/savings.contract.ts'
import { WITHOUT_TRIP_DAYS } from '#app/savings/savings.facts.ts'
import { addDays, formatDate } from '#app/shared/dates.ts'

type Known = {
  state: string
  waitsFor: string | null
  said: string | null
  saidPaidCents: number | null
  decided: string | null
}

type Answer = TripAnswer['answer']

/**
 * Returns the answers that an owner may give now. What a report or a person has settled stays; a confirmed
 * purchase can still get a missing price, or be marked as returned.
 */
export function mayAnswer(row: Known | undefined): Answer[] {
  if (!row) return ['bought', 'not-bought']
  const { state, waitsFor, said, saidPaidCents, decided } = row
  if (decided !== null) return []
  if (state === 'confirmed') {
    return [
      ...(waitsFor === 'price' && saidPaidCents === null ? (['bought'] as const) : []),
      ...(said === 'returned' ? [] : (['returned'] as const)),
    ]
  }
  // If only a report says so, the report is believed.
  if (state === 'rejected' || (state === 'returned' && said !== 'returned')) return []
  if (state === 'open') return ['bought', 'not-bought']
  return state === 'recorded' ? ['bought', 'not-bought', 'returned'] : ['bought', 'not-bought']
}

/** Returns what is wrong with the day of a purchase; undefined if it is valid. */
export function dayFault(
  on: string,
  { tripDay, today }: { tripDay: string | undefined; today: string },
): string | undefined {
  if (on > today) return 'is not over yet'
  if (tripDay !== undefined) {
    return on < tripDay ? `is before the trip was made, on ${formatDate(tripDay)}` : undefined
  }
  const earliest = addDays(today, -WITHOUT_TRIP_DAYS)
  return on < earliest ? `is before ${formatDate(earliest)}` : undefined
}
