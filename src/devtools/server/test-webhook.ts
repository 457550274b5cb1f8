import type { z } from 'zod'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { TestWebhook, WebhookApplied, WebhookTried } from '#app/devtools/devtools.contract.ts'
import { handleEvent } from '#app/membership/server/webhooks/webhook.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest } from '#app/server/problem.ts'
import { makeEvent } from './test-events.ts'

const LONGEST_WAIT_MS = 15_000

/**
 * Sends an event to a path of this server, signed as the provider signs. Elsewhere it sends
 * nothing: a tester that posts to any address would be a way into our own network.
 */
export async function tryWebhook(
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

/** By how this process reaches itself: a path and nothing else, whatever was typed. */
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
    // Answered below, like JSON that is no object.
  }
  throw badRequest('Invalid JSON', { payload: 'Invalid JSON' })
}

/** Takes in an event as if its signature had been checked. */
export async function applyDirectly(ctx: AppContext): Promise<WebhookApplied> {
  const event = await makeEvent(ctx, 'customer.subscription.updated')
  await handleEvent(ctx, event)
  const { status } = event.data.object as { status?: string }
  return { success: true, eventId: event.id, type: event.type, subscriptionStatus: status ?? null }
}

/** What came of it belongs to the payment provider's records; that it was sent belongs to ours. */
export async function noteEvent(
  ctx: AppContext,
  actor: Actor,
  { eventId, type }: { eventId: string; type: string },
): Promise<void> {
  const subject = { kind: 'subscription' as const, id: eventId || 'event', label: type || 'event' }
  await ctx.db
    .transaction()
    .execute((trx) => recordAudit(trx, ctx, actor, [{ action: 'subscription.event', subject }]))
}
