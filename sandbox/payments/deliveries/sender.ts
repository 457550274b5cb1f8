import { createHmac } from 'node:crypto'
import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import type { World } from '#sandbox/payments/world.ts'
import {
  claimDelivery,
  type Delivery,
  noteAttempt,
  releaseDelivery,
  withPendingCount,
} from './queue.ts'

const AT_ONCE = 8
const TIMEOUT_MS = 10_000
const TICK_MS = 500

/**
 * Delivers webhooks: at least once, in no guaranteed order, until the shop responds with 2xx. Each round
 * begins with `catchUp`, so that events due meanwhile are sent too.
 */
export function createSender(
  world: World,
  { webhookSecret, catchUp }: { webhookSecret: string; catchUp: (world: World) => void },
) {
  const stopping = new AbortController()
  const workers = new Set<Promise<void>>()
  const underWay = new Set<number>()
  let origin: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isKicked = false
  let attempts = 0

  async function deliverDue(): Promise<number> {
    const before = attempts
    const dueMs = world.clock.nowMs()
    while (workers.size < AT_ONCE) {
      const delivery = claim(dueMs)
      if (!delivery) break
      const worker = workOff(delivery, dueMs)
      workers.add(worker)
      void worker.finally(() => workers.delete(worker))
    }
    await Promise.all(workers)
    return attempts - before
  }

  function claim(dueMs: number): Delivery | undefined {
    if (stopping.signal.aborted) return
    return claimDelivery(world, { dueMs, hasOwnEndpoint: origin !== undefined })
  }

  async function workOff(first: Delivery, dueMs: number): Promise<void> {
    for (let next: Delivery | undefined = first; next; next = claim(dueMs)) {
      underWay.add(next.id)
      const status = await send(next)
      // A stopped sender has released its deliveries.
      if (stopping.signal.aborted) return
      underWay.delete(next.id)
      noteAttempt(world, next, status)
      attempts += 1
    }
  }

  /** The receiver's status; null without a response. A redirect is a response but not a success. */
  async function send({ event_id: eventId, endpoint_id: endpointId }: Delivery) {
    const target = targetOf(endpointId)
    if (!target) return null
    const event = withPendingCount(world, world.store.get('event', eventId))
    const payload = JSON.stringify(event, null, 2)
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://docs.stripe.com/webhooks)',
          'stripe-signature': signatureHeader(payload, target.secret),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return null
    }
  }

  function targetOf(endpointId: string | null): { url: string; secret: string } | undefined {
    if (endpointId === null) return { url: `${origin}${WEBHOOK_PATH}`, secret: webhookSecret }
    const endpoint = world.store.find('webhook_endpoint', endpointId)
    if (endpoint?.status !== 'enabled') return
    return { url: endpoint.url, secret: world.store.hidden('webhook_endpoint', endpointId).secret }
  }

  async function tick(): Promise<void> {
    isKicked = false
    if (stopping.signal.aborted) return
    try {
      catchUp(world)
      await deliverDue()
    } catch (error) {
      if (!stopping.signal.aborted) world.log.error({ err: error }, 'webhooks could not be sent')
    }
  }

  return {
    deliverDue,
    /** Sets the shop's origin; deliveries go there once they are requested. */
    pointTo(to: string): void {
      origin = to
      world.hasOwnEndpoint = true
    },
    /** Starts to deliver automatically. */
    start(): void {
      timer ??= setInterval(() => void tick(), TICK_MS).unref()
      // New events are delivered at once, not at the next tick.
      world.store.onCommit(() => {
        if (isKicked) return
        isKicked = true
        setImmediate(() => void tick())
      })
    },
    stop(): void {
      clearInterval(timer)
      stopping.abort()
      for (const id of underWay) releaseDelivery(world, id)
    },
  }
}

/**
 * The signature header that receivers verify. It uses real time even if the sandbox's clock was moved,
 * because receivers compare it with their own clock.
 */
function signatureHeader(payload: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
