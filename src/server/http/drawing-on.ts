import { shareUnderWay, whatIsUnderWay, whileAt } from '#app/server/under-way.ts'
import type { PoolShare } from './pool-shares.rules.ts'

/**
 * Runs work on another share of the database pool than the request's own, so that quick queries do not wait behind
 * slow ones, or the other way round. Work outside a request has no share, and gets none here.
 */
export function drawingOn<T>(share: PoolShare, work: () => T): T {
  return shareUnderWay() === undefined ? work() : whileAt({ ...whatIsUnderWay(), share }, work)
}
