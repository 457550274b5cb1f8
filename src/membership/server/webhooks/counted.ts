import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { counter, histogram, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { EVENTS_WE_HEAR, subjectOf } from './webhook.rules.ts'

const events = counter(
  'nouveau_webhooks_total',
  'Events of the payment provider by type and what became of them',
  { type: OF_THE_CODE, outcome: ['stored', 'failed'] },
)
const refusals = counter(
  'nouveau_webhooks_refused_total',
  'What came as an event of the payment provider and is none for us, by why',
  { reason: ['not signed', 'far from now', 'no event', 'other mode'] },
)
const lag = histogram(
  'nouveau_webhook_lag_seconds',
  'From when an event happened at the payment provider until it was stored here',
  {},
  [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400],
)

const OTHER = 'other'
for (const type of [...EVENTS_WE_HEAR, OTHER]) events.expect({ type, outcome: 'failed' })

/** Counts an event by its outcome; all types from which nothing follows are counted as one. */
export async function countEvent(
  ctx: Pick<AppContext, 'now'>,
  event: Stripe.Event,
  work: () => Promise<void>,
): Promise<void> {
  const type = subjectOf(event).kind === 'nothing' ? OTHER : event.type
  try {
    await work()
  } catch (error) {
    events.add({ type, outcome: 'failed' })
    throw error
  }
  events.add({ type, outcome: 'stored' })
  lag.observe({}, Math.max(0, ctx.now().getTime() / 1000 - event.created))
}

export const countRefusal = refusals.add
