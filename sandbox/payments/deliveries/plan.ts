import type Stripe from 'stripe'
import type { World } from '#sandbox/payments/world.ts'

/** Writes down whom to tell of an event, and when. Answers how many are waiting to be told. */
export function planDeliveries(world: World, event: Stripe.Event): number {
  const { drop, duplicate, delaySeconds } = world.switches()
  const nextMs = world.clock.nowMs() + delaySeconds * 1000
  const endpoints = [null, ...listeningEndpoints(world, event.type)]
  for (const endpointId of endpoints.flatMap((each) => (duplicate ? [each, each] : [each]))) {
    world.store.run(
      'insert into deliveries (event_id, endpoint_id, state, next_ms) values (?, ?, ?, ?)',
      event.id,
      endpointId,
      drop ? 'dropped' : 'waiting',
      drop ? null : nextMs,
    )
  }
  return drop ? 0 : endpoints.length * (duplicate ? 2 : 1)
}

function listeningEndpoints(world: World, type: string): string[] {
  return world.store
    .list('webhook_endpoint', { where: { status: 'enabled' } })
    .filter(({ enabled_events: types }) => types.includes('*') || types.includes(type))
    .map(({ id }) => id)
}
