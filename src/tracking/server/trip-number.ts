import { randomInt } from 'node:crypto'
import { TRIP_SIGNS } from '#app/tracking/trip-number.facts.ts'

/** Creates the number of a trip: 50 random bits that say nothing about who clicked. */
export function newTripNumber(): string {
  const five = () =>
    Array.from({ length: 5 }, () => TRIP_SIGNS[randomInt(TRIP_SIGNS.length)]).join('')
  return `T-${five()}-${five()}`
}
