import type Stripe from 'stripe'
import type { DeliveryReport } from '#sandbox/payments/processor.ts'
import type { World } from '#sandbox/payments/world.ts'

export type Delivery = {
  id: number
  event_id: string
  endpoint_id: string | null
  attempts: number
}

/** How long a delivery stays claimed; a sender that takes longer has crashed. */
const CLAIM_MS = 20_000
/** The delay doubles from two seconds; the eighteenth attempt comes after three days. */
const LAST_ATTEMPT = 18

/** Plans the webhook deliveries of an event. Returns how many are waiting. */
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

/** Claims one delivery that is due, so that no other process sends it. */
export function claimDelivery(
  world: World,
  { dueMs, hasOwnEndpoint }: { dueMs: number; hasOwnEndpoint: boolean },
): Delivery | undefined {
  const order = world.switches().reorder ? 'random()' : 'next_ms, id'
  return world.store.one<Delivery>(
    `update deliveries set claimed_ms = ?
     where id = (
       select id from deliveries
       where state = 'waiting' and next_ms <= ?
         and (claimed_ms is null or claimed_ms < ?)
         and (endpoint_id is not null or ?)
       order by ${order} limit 1
     )
     returning id, event_id, endpoint_id, attempts`,
    Date.now() + CLAIM_MS,
    dueMs,
    Date.now(),
    hasOwnEndpoint ? 1 : 0,
  )
}

export function releaseDelivery(world: World, id: number): void {
  world.store.run('update deliveries set claimed_ms = null where id = ?', id)
}

/** Records an attempt. `status` is the receiver's response, null without one. */
export function noteAttempt(world: World, delivery: Delivery, status: number | null): void {
  const nowMs = world.clock.nowMs()
  const attempts = delivery.attempts + 1
  const isDelivered = status !== null && status >= 200 && status < 300
  const isOver = isDelivered || attempts >= LAST_ATTEMPT
  world.store.run(
    `update deliveries
     set state = ?, attempts = ?, status = ?, at_ms = ?, next_ms = ?, claimed_ms = null
     where id = ?`,
    isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting',
    attempts,
    status,
    nowMs,
    isOver ? null : nowMs + 2 ** attempts * 1000,
    delivery.id,
  )
}

/** Sends an event again at once, whatever its earlier deliveries. */
export function resendEvent(world: World, eventId: string): void {
  world.store.run(
    `insert into deliveries (event_id, endpoint_id, state, next_ms)
     select distinct event_id, endpoint_id, 'waiting', ? from deliveries where event_id = ?`,
    world.clock.nowMs(),
    eventId,
  )
}

type ReportRow = {
  at_ms: number | null
  state: DeliveryReport['state']
  attempts: number
  status: number | null
  next_ms: number | null
}

export function reportDeliveries(world: World, eventId: string): DeliveryReport[] {
  return world.store
    .all<ReportRow>('select * from deliveries where event_id = ? order by id', eventId)
    .map(({ at_ms: atMs, next_ms: nextMs, state, attempts, status }) => ({
      at: atMs === null ? null : new Date(atMs),
      state,
      attempts,
      status,
      nextAt: nextMs === null ? null : new Date(nextMs),
    }))
}

/** An event with its current `pending_webhooks`. */
export function withPendingCount(world: World, event: Stripe.Event): Stripe.Event {
  const waiting = world.store.one<{ count: number }>(
    "select count(*) as count from deliveries where event_id = ? and state = 'waiting'",
    event.id,
  )
  return { ...event, pending_webhooks: waiting?.count ?? 0 }
}

/** Whether all endpoints that listen have received the event. */
export function isDeliveredEverywhere(world: World, eventId: string): boolean {
  const missing = world.store.one(
    `select 1 from deliveries d where event_id = ? and not exists (
       select 1 from deliveries
       where event_id = d.event_id and endpoint_id is d.endpoint_id and state = 'delivered'
     ) limit 1`,
    eventId,
  )
  return missing === undefined
}
