import Stripe from 'stripe'
import type { TestApp } from '#test/support/test-app.ts'

/** The part of an event that a test sets; the rest is made up. */
export type EventDraft = { type: string; data: { object: object } } & Partial<
  Omit<Stripe.Event, 'type' | 'data'>
>

export const WEBHOOK_PATH = '/api/stripe/webhook'
export const WEBHOOK_SECRET = 'whsec_sandbox'

const signer = new Stripe('sk_test_of_the_tests').webhooks
let count = 0

type Signing = { secret?: string /** Seconds. */; timestamp?: number }

/** Returns the signature header, made by the provider's own library. */
export function sign(payload: string, { secret = WEBHOOK_SECRET, timestamp }: Signing = {}) {
  return signer.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  })
}

/** Returns an event as the provider might send it, with a new id. */
export function madeUpEvent(draft: EventDraft): Stripe.Event {
  count += 1
  return {
    id: `evt_made_up_${process.pid}_${count}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...draft,
  } as unknown as Stripe.Event
}

/** Posts raw bytes as a program does, without a browser's headers. */
export function postRaw(
  { http }: Pick<TestApp, 'http'>,
  payload: string | Buffer,
  headers: Record<string, string> = {},
) {
  return http.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

/** Posts an event with a fresh signature. */
export function post(app: Pick<TestApp, 'http'>, event: EventDraft, signing: Signing = {}) {
  const payload = JSON.stringify(event)
  return postRaw(app, payload, { 'stripe-signature': sign(payload, signing) })
}

/** Delivers events one after the other; returns the statuses. */
export async function deliver(app: Pick<TestApp, 'http'>, events: EventDraft[]): Promise<number[]> {
  const statuses: number[] = []
  for (const event of events) statuses.push((await post(app, event)).statusCode)
  return statuses
}

/** Delivers this many events concurrently; returns the statuses. */
export async function deliverAtOnce(
  app: Pick<TestApp, 'http'>,
  events: EventDraft[],
  atOnce = events.length,
): Promise<number[]> {
  const waiting = [...events]
  const statuses: number[] = []
  const sender = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      statuses.push((await post(app, next)).statusCode)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return statuses
}

/** Returns all events of the provider about the object with this id, oldest first. */
export function eventsAbout({ payments }: Pick<TestApp, 'payments'>, id: string): Stripe.Event[] {
  return payments.processor
    .events()
    .map(({ event }) => event)
    .filter(({ data }) => JSON.stringify(data.object).includes(id))
    .toReversed()
}
