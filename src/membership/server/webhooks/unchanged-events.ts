import { readFacts } from '#app/membership/server/subscription/facts.ts'
import type { Reading } from '#app/membership/server/subscription/snapshots.ts'
import { isSameState, rowOf } from '#app/membership/server/subscription/state.ts'
import type { AppContext } from '#app/server/context.ts'
import type { NewWebhookEvent } from './events.queries.ts'
import { insertEventsOfReading } from './unchanged-events.queries.ts'

/**
 * Most events tell of what other events have told already: then they are noted and nothing else,
 * without the locks on a person and a checkout. False whenever something might be new; nothing has
 * happened then.
 */
export async function takeInOldNews(
  ctx: AppContext,
  events: NewWebhookEvent[],
  { number: readNumber, subscription, known: before }: Reading,
): Promise<boolean> {
  if (!before || (before.duplicateOf !== null && before.refundedAt === null)) return false
  const facts = readFacts(ctx, subscription)
  const after = rowOf(ctx, { facts, before, checkout: undefined, readNumber }, before.userId)
  if (!isSameState(before, after)) return false
  if (facts.payment && !before.isPaymentCounted) return false
  return insertEventsOfReading(ctx.db, events, {
    id: facts.id,
    from: before.readNumber,
    readNumber,
  })
}
