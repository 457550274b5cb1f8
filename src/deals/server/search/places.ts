import type { Viewer } from '#app/membership/server/membership.ts'
import {
  createConcurrencyLimit,
  type QueuedRequest,
} from '#app/server/admission/concurrency-limit.ts'
import { drawingOn } from '#app/server/http/drawing-on.ts'
import { unavailable } from '#app/server/problem.ts'

/** Separate limits for members and others, so that neither takes the other's share nor that of other requests. */
const BOUNDS = {
  others: { atOnce: 2, waiting: 24, share: 26 },
  members: { atOnce: 2, waiting: 24, share: 8 },
}
const SOON_SECONDS = 2

/**
 * Limits concurrent searches, which cost the database far more than a cached page: a flood of searches only
 * makes other searches wait.
 */
export function createSearchPlaces() {
  const others = createConcurrencyLimit(BOUNDS.others)
  const members = createConcurrencyLimit(BOUNDS.members)

  return {
    whenThereIsOne: <T>(viewer: Viewer, work: () => Promise<T>): Promise<T> => {
      const places = viewer.class === 'member' ? members : others
      return new Promise<T>((resolve, reject) => {
        const queued: QueuedRequest = {
          holder: () => viewer.userId ?? '',
          isGone: () => false,
          begin: () => {
            const made = drawingOn('searching', work)
            made.then(resolve, reject).finally(() => places.leave(queued))
          },
          turnAway: () =>
            reject(unavailable('Many people are searching at the moment.', SOON_SECONDS)),
        }
        places.enter(queued)
      })
    },
  }
}
