import { type Shown, useDeepPlace } from './use-deep-place.ts'

/** Keeps the place in a list of more pages than are drawn at once; shows nothing. */
export default function DeepPlace({ shown }: { shown: Shown }) {
  useDeepPlace(shown)
  return null
}
