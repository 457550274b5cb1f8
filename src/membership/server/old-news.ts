import type { AppContext } from '#app/server/context.ts'
import { noteEvent } from './event-notes.ts'
import { findKnownState, insertEventOfReading } from './old-news.queries.ts'
import { readFacts } from './subscription-facts.ts'
import type { Reading } from './subscription-reads.ts'
import { isSameState, rowOf } from './subscription-state.ts'
import type { NewWebhookEvent } from './webhook-events.queries.ts'

/**
 * Most events tell of what other events have told already: then the event is noted and nothing
 * else, without the locks on a person and a checkout. False whenever something might be
 * new; nothing has happened then.
 */
export async function takeInOldNews(
  ctx: AppContext,
  event: NewWebhookEvent,
  { number: readNumber, subscription }: Reading,
): Promise<boolean> {
  const facts = readFacts(ctx, subscription)
  const invoiceId = facts.payment?.invoiceId
  const before = await findKnownState(ctx.db, { id: facts.id, invoiceId })
  if (!before || (invoiceId && !before.isPaymentKnown)) return false
  if (before.duplicateOf !== null && before.refundedAt === null) return false
  // A reading that somebody shared with us has been written by them, or a later one has.
  if (before.readNumber >= readNumber) {
    await noteEvent(ctx, event)
    return true
  }
  const after = rowOf(ctx, { facts, before, checkout: undefined, readNumber }, before.userId)
  if (!isSameState(before, after)) return false
  return insertEventOfReading(ctx.db, event, { id: facts.id, from: before.readNumber, readNumber })
}
