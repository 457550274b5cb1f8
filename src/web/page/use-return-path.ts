import { type Location, useLocation } from 'react-router'
import { returnPathAt } from '#app/shared/return-path.ts'

/** A page says it in many places. */
const known = new WeakMap<Location, { path: string | undefined }>()

/** Where whoever signs in, signs up or joins from here wants to be afterwards. */
export function useReturnPath(): string | undefined {
  const location = useLocation()
  const found = known.get(location) ?? { path: returnPathAt(location) }
  known.set(location, found)
  return found.path
}
