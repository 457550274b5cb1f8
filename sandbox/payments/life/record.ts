import type Stripe from 'stripe'
import { planDeliveries } from '#sandbox/payments/deliveries/queue.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import type { Kind, Kinds } from '#sandbox/payments/store/kinds.ts'
import { API_VERSION, type World } from '#sandbox/payments/world.ts'

type EventType = Stripe.Event['type']

/** Records an event with its object as it is now, and plans its webhook deliveries. */
export function record(
  world: World,
  type: EventType,
  object: Kinds[Kind],
  previous?: Record<string, unknown>,
): void {
  if (world.isQuiet) return
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: world.clock.seconds(),
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 0,
    request: world.request ?? { id: null, idempotency_key: null },
    type,
  } as unknown as Stripe.Event
  event.pending_webhooks = planDeliveries(world, event)
  world.store.insert(event)
}

/**
 * Changes an object and records an event with its previous values. Without a change or a type no event is
 * recorded.
 */
export function change<K extends Kind>(
  world: World,
  kind: K,
  id: string,
  edit: (draft: Kinds[K]) => void,
  type?: EventType,
): Kinds[K] {
  const before = world.store.get(kind, id)
  const after = structuredClone(before)
  edit(after)
  const previous = difference(before, after)
  if (Object.keys(previous).length === 0) return before
  world.store.save(after)
  if (type) record(world, type, after, type.endsWith('.updated') ? previous : undefined)
  return after
}

/**
 * The previous values of changed fields. Within an object only changed fields are named; lists are given
 * whole.
 */
function difference(before: object, after: object): Record<string, unknown> {
  const previous: Record<string, unknown> = {}
  const now = after as Record<string, unknown>
  const then = before as Record<string, unknown>
  for (const key of new Set([...Object.keys(then), ...Object.keys(now)])) {
    const [old, current] = [then[key] ?? null, now[key] ?? null]
    if (JSON.stringify(old) === JSON.stringify(current)) continue
    previous[key] = isGroup(old) && isGroup(current) ? difference(old, current) : old
  }
  return previous
}

function isGroup(value: unknown): value is object {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return (value as { object?: string }).object !== 'list'
}
