import { priceIdOf } from '#app/membership/server/plans/prices.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import type { Plan } from '#app/shared/offer.ts'
import { createPerson, type Person } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'

type Draft = {
  plan?: Plan
  /** The provider's price id, where it is not the plan's own. */
  priceId?: string
  isTrial?: boolean
  /** The card number. */
  card?: string
  coupon?: string
}

export type Payer = Person & { subscriptionId: string }

/** Creates a person who has paid on the payment page, and whose subscription is known here. */
export async function createPayer(app: TestApp, draft: Draft = {}): Promise<Payer> {
  const { ctx, payments } = app
  const person = await createPerson(ctx)
  const { sessions } = ctx.payments.stripe.checkout
  const { id } = await sessions.create({
    mode: 'subscription',
    line_items: [
      { price: draft.priceId ?? (await priceIdOf(ctx, draft.plan ?? 'annual')), quantity: 1 },
    ],
    success_url: 'http://localhost/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    ...(draft.isTrial ? { subscription_data: { trial_period_days: 3 } } : {}),
    ...(draft.coupon ? { discounts: [{ coupon: draft.coupon }] } : {}),
  })
  payments.pay(id, person.email, draft.card)
  const subscriptionId = String((await sessions.retrieve(id)).subscription)
  await ctx.db
    .insertInto('subscriptions')
    .values({ id: subscriptionId, userId: person.id, status: 'incomplete', plan: 'annual' })
    .execute()
  await syncSubscription(ctx, subscriptionId)
  return { ...person, subscriptionId }
}

type Switches = Parameters<TestApp['payments']['processor']['setSwitches']>[0]

/** Runs the work while the payment provider is in trouble. */
export async function withTrouble(
  { payments: { processor } }: TestApp,
  trouble: Switches,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = processor.switches()
  processor.setSwitches(trouble)
  try {
    await work()
  } finally {
    processor.setSwitches(before)
  }
}
