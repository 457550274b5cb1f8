import Stripe from 'stripe'
import type { TestApp } from '#test/support/test-app.ts'

/** What a test says of an event; the rest is made up. */
export type EventDraft = { type: string; data: { object: object } } & Partial<
  Omit<Stripe.Event, 'type' | 'data'>
>

export const WEBHOOK_PATH = '/api/stripe/webhook'
export const WEBHOOK_SECRET = 'whsec_sandbox'

const signer = new Stripe('sk_test_of_the_tests').webhooks
let count = 0

type Signing = { secret?: string /** Seconds. */; timestamp?: number }

/** Signed by the provider's own library. */
export function sign(payload: string, { secret = WEBHOOK_SECRET, timestamp }: Signing = {}) {
  return signer.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  })
}

/** An event the provider might send, with an id of its own. */
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

/** Sends bytes as a program does: without anything a browser says. */
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

/** Sends an event, freshly signed. */
export function post(app: Pick<TestApp, 'http'>, event: EventDraft, signing: Signing = {}) {
  const payload = JSON.stringify(event)
  return postRaw(app, payload, { 'stripe-signature': sign(payload, signing) })
}

/** Sends events one after the other; answers the statuses. */
export async function deliver(app: Pick<TestApp, 'http'>, events: EventDraft[]): Promise<number[]> {
  const statuses: number[] = []
  for (const event of events) statuses.push((await post(app, event)).statusCode)
  return statuses
}

/** Sends events, so many at once; answers the statuses. */
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

/** Everything the provider has to tell about something, by its id, the oldest first. */
export function eventsAbout({ payments }: Pick<TestApp, 'payments'>, id: string): Stripe.Event[] {
  return payments.processor
    .events()
    .map(({ event }) => event)
    .filter(({ data }) => JSON.stringify(data.object).includes(id))
    .toReversed()
}
