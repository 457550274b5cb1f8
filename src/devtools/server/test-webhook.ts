import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { z } from 'zod'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { TestWebhook, WebhookApplied, WebhookTried } from '#app/devtools/devtools.contract.ts'
import type { TesterEvent } from '#app/devtools/devtools.facts.ts'
import { handleEvent } from '#app/membership/server/webhooks/webhook.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { badRequest, Problem } from '#app/server/problem.ts'

const LONGEST_WAIT_MS = 15_000

/**
 * Sends an event to a path of this server, signed as the provider signs it. Other targets are refused: a
 * tester that posts to any address would be a way into our own network.
 */
export async function sendTestWebhook(
  ctx: AppContext,
  { url, type, payload }: z.infer<typeof TestWebhook>,
): Promise<WebhookTried> {
  const address = ownAddress(ctx, url)
  const text =
    payload ?? JSON.stringify(await makeEvent(ctx, type ?? 'customer.subscription.updated'))
  const event = readCustom(text)
  const signature = ctx.payments.stripe.webhooks.generateTestHeaderString({
    payload: text,
    secret: ctx.config.payments.webhookSecrets[0] ?? '',
  })
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  })
  return {
    eventId: String(event.id ?? ''),
    type: String(event.type ?? ''),
    payload: text,
    signature,
    status: response.status,
    answer: await response.text(),
  }
}

/** The address at which this process reaches itself; only the path is taken from the input. */
function ownAddress({ config }: AppContext, typed: string): URL {
  const { ownOrigin, publicUrl } = config.http
  const url = URL.parse(typed, ownOrigin)
  const isOurs = url && (url.origin === ownOrigin || url.origin === publicUrl)
  if (!isOurs || url.username || url.password || !url.pathname.startsWith('/api/')) {
    throw badRequest('Events are sent to calls of this server only.', {
      url: 'must be a path of this server, such as /api/stripe/webhook',
    })
  }
  return new URL(url.pathname, ownOrigin)
}

function readCustom(text: string): { id?: unknown; type?: unknown } {
  try {
    const event: unknown = JSON.parse(text)
    if (typeof event === 'object' && event !== null) return event
  } catch {
    // Answered below, as is JSON that is not an object.
  }
  throw badRequest('Invalid JSON', { payload: 'Invalid JSON' })
}

/** Handles an event as if its signature had been verified. */
export async function applyTestEvent(ctx: AppContext): Promise<WebhookApplied> {
  const event = await makeEvent(ctx, 'customer.subscription.updated')
  await handleEvent(ctx, event)
  const { status } = event.data.object as { status?: string }
  return { success: true, eventId: event.id, type: event.type, subscriptionStatus: status ?? null }
}

/** Records in the audit log that the event was sent; its effects are in the payment provider's records. */
export async function recordTestEvent(
  ctx: AppContext,
  actor: Actor,
  { eventId, type }: { eventId: string; type: string },
): Promise<void> {
  const subject = { kind: 'subscription' as const, id: eventId || 'event', label: type || 'event' }
  await ctx.db
    .transaction()
    .execute((trx) => recordAudit(trx, ctx, actor, [{ action: 'subscription.event', subject }]))
}

/** An event about the provider's newest object of this kind, complete as the provider sends it. */
async function makeEvent(ctx: AppContext, type: TesterEvent): Promise<Stripe.Event> {
  const object = await paymentCall(() => newestObject(ctx.payments.stripe, type))
  if (!object) {
    const what = type.split('.').slice(0, -1).join(' ').replaceAll('_', ' ')
    throw new Problem(422, 'nothing-to-tell', `There is no ${what} yet: buy a membership first.`)
  }
  return {
    id: `evt_tester${randomBytes(12).toString('hex')}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: Math.floor(ctx.now().getTime() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } as Stripe.Event
}

async function newestObject(stripe: Stripe, type: TesterEvent) {
  const newest = { limit: 1 }
  switch (type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return (await stripe.subscriptions.list({ ...newest, status: 'all' })).data[0]
    case 'payment_intent.succeeded':
      return (await stripe.paymentIntents.list(newest)).data[0]
    case 'checkout.session.completed':
      return (await stripe.checkout.sessions.list(newest)).data[0]
    case 'invoice.payment_succeeded':
    case 'invoice.payment_failed':
      return (await stripe.invoices.list(newest)).data[0]
  }
}
