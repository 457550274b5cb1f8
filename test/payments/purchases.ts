import { sessionParams } from '#app/membership/server/checkout/payment-page.ts'
import { priceIdOf } from '#app/membership/server/plans/prices.ts'
import {
  insertCheckout,
  updateCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import type { Plan } from '#app/shared/offer.ts'
import type { Person } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'

type Draft = {
  /** The signed-in buyer. */
  buyer?: Person
  /** The address that a signed-out buyer types at the payment page. */
  email?: string
  /** The value of the browser's binding cookie. */
  binding?: string
  plan?: Plan
  isTrial?: boolean
  /** The card number. */
  card?: string
}

export type OpenCheckout = { checkoutId: string; sessionId: string; email: string; cookie: string }
export type Purchase = OpenCheckout & { subscriptionId: string; customerId: string }

/** Opens a payment page that is not paid yet, with our row of it. */
export async function openCheckout({ ctx }: TestApp, draft: Draft = {}): Promise<OpenCheckout> {
  const { buyer, binding = newToken(), plan = 'annual', isTrial = false } = draft
  const checkout = await insertCheckout(ctx.db, {
    id: newId(),
    bindingHash: hashToken(binding),
    userId: buyer?.id ?? null,
    plan,
    priceId: await priceIdOf(ctx, plan),
    isTrial,
    isSale: false,
    idempotencyKey: newId(),
    eventId: newId(),
    createdAt: ctx.now(),
  })
  const wanted = { checkout, user: buyer, customerId: undefined, salePriceCents: undefined }
  const session = await ctx.payments.stripe.checkout.sessions.create(
    await sessionParams(ctx, wanted),
  )
  await updateCheckout(ctx.db, checkout.id, {
    sessionId: session.id,
    url: session.url,
    expiresAt: new Date(session.expires_at * 1000),
  })
  const email = buyer?.email ?? draft.email ?? `${newId()}@buyers.test`.toLowerCase()
  const cookie = [`co=${binding}`, ...(buyer ? [buyer.cookie] : [])].join('; ')
  return { checkoutId: checkout.id, sessionId: session.id, email, cookie }
}

/** Pays at the payment page; the product has not heard of it yet. */
export async function purchase(app: TestApp, draft: Draft = {}): Promise<Purchase> {
  const open = await openCheckout(app, draft)
  app.payments.pay(open.sessionId, open.email, draft.card)
  const session = await app.ctx.payments.stripe.checkout.sessions.retrieve(open.sessionId)
  return {
    ...open,
    subscriptionId: String(session.subscription),
    customerId: String(session.customer),
  }
}
