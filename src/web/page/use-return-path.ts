import { type Location, useLocation } from 'react-router'
import { returnPathAt } from '#app/shared/return-path.ts'
import { onceForEach } from './recent.ts'

/** A page says it in many places. */
const pathFrom = onceForEach((location: Location) => returnPathAt(location))

/** Where whoever signs in, signs up or joins from here wants to be afterwards. */
export function useReturnPath(): string | undefined {
  return pathFrom(useLocation())
}
