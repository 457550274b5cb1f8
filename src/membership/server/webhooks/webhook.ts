import Stripe from 'stripe'
import { type Reading, readFromProvider } from '#app/membership/server/subscription/snapshots.ts'
import {
  applyReading,
  type Endings,
  finishEndings,
} from '#app/membership/server/subscription/sync-subscription.ts'
import { together } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { type Effect, type Lead, lookInto, NO_EFFECT } from './effects.ts'
import { noteEvent } from './event-log.ts'
import { insertWebhookEvents, type NewWebhookEvent } from './events.queries.ts'
import { takeInOldNews } from './unchanged-events.ts'
import { concernOf, objectIdOf } from './webhook.rules.ts'

/**
 * Takes in one event. First everything is read from the provider, then one transaction notes the
 * event and applies what was read: both happen or neither does. When this returns it is done;
 * when it throws nothing was stored, and the provider sends the event again.
 */
export async function takeInEvent(ctx: AppContext, event: Stripe.Event): Promise<void> {
  if (event.api_version !== Stripe.API_VERSION) {
    // Harmless, since only ids are taken from it, but the endpoint wants to be set right.
    ctx.log.warn({ eventId: event.id, version: event.api_version }, 'another API version')
  }
  const row = {
    id: event.id,
    type: event.type,
    objectId: objectIdOf(event),
    createdAt: new Date(event.created * 1000),
    receivedAt: ctx.now(),
  }
  const concern = concernOf(event)
  if (concern.kind === 'nothing') return noteEvent(ctx, row)
  const { subscriptionId, effectOf } = await lookInto(ctx, concern)
  const arrival = { row, effectOf }
  const endings = subscriptionId
    ? await takeInTogether(ctx, subscriptionId, arrival)
    : await applyAll(ctx, undefined, [arrival])
  await finishEndings(ctx, endings)
}

type Arrival = { row: NewWebhookEvent; effectOf: Lead['effectOf'] }

/** Nobody waits for an acknowledgement but the provider. */
const GATHER_MS = 10

/**
 * A purchase is told of by several events in one moment. Those about one subscription share one
 * reading, which begins after all of them, and one transaction: alone they would wait for each
 * other's locks and find nothing new.
 */
const takeInTogether = together(
  async (ctx: AppContext, arrivals: Arrival[], subscriptionId): Promise<Endings[]> => {
    const reading = await readFromProvider(ctx, subscriptionId)
    const endings = await applyAll(ctx, reading, arrivals)
    // For one of them to see to, when this is over: what ends is told of by events as well.
    return arrivals.map((_, n) => (n === 0 ? endings : []))
  },
  { gatherMs: GATHER_MS },
)

async function applyAll(
  ctx: AppContext,
  reading: Reading | undefined,
  arrivals: Arrival[],
): Promise<Endings> {
  const rows = arrivals.map(({ row }) => row)
  const found = await Promise.all(arrivals.map(({ effectOf }) => effectOf(reading)))
  const isNothingMore = found.every((effect) => effect === undefined)
  if (reading && isNothingMore && (await takeInOldNews(ctx, rows, reading))) return []

  const justReading: Effect = reading ? (trx) => applyReading(trx, ctx, reading) : NO_EFFECT
  return ctx.db.transaction().execute(async (trx) => {
    const isNew = await insertWebhookEvents(trx, rows)
    const effects = new Set(found.filter((_, n) => isNew[n]).map((effect) => effect ?? justReading))
    effects.delete(NO_EFFECT)
    if (effects.size > 1) effects.delete(justReading)
    const endings: Endings = []
    for (const apply of effects) endings.push(...(await apply(trx)))
    return endings
  })
}
