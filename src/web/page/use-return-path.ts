import { type Location, useLocation } from 'react-router'
import { returnPathAt } from '#app/shared/return-path.ts'
import { onceForEach } from './recent.ts'

/** Memoized, because a page uses it in many places. */
const pathFrom = onceForEach((location: Location) => returnPathAt(location))

/** The return path for somebody who signs in, signs up or joins from here. */
export function useReturnPath(): string | undefined {
  return pathFrom(useLocation())
}
