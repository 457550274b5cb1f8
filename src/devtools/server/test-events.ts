import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { TesterEvent } from '#app/devtools/tester-events.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'

/** An event about the newest thing of its kind that the provider has, whole as it sends them. */
export async function makeEvent(ctx: AppContext, type: TesterEvent): Promise<Stripe.Event> {
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
