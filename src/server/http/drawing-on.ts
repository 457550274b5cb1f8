import { shareUnderWay, whatIsUnderWay, whileAt } from '#app/server/under-way.ts'
import type { PoolShare } from './pool-shares.rules.ts'

/**
 * Asks the database as another share than that of the request: what is quick does not stand in the line of what
 * is slow, nor the other way round. Work that has none has none here either.
 */
export function drawingOn<T>(share: PoolShare, work: () => T): T {
  return shareUnderWay() === undefined ? work() : whileAt({ ...whatIsUnderWay(), share }, work)
}
