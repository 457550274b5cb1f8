import type Stripe from 'stripe'
import { priceIdOf } from '#app/membership/server/plans/prices.ts'
import type { Plan } from '#app/shared/offer.ts'
import type { Person } from '#test/support/factories.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { type Purchase, purchase } from './purchases.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

export type Life = {
  /** The first subscription, and the one that followed after its end. */
  purchases: Purchase[]
  /** All events of the provider so far, in its order. */
  events: Stripe.Event[]
}

type Step = (app: TestApp, life: Life, buyer: Buyer) => Promise<unknown>
export type Buyer = {
  person: Person /** Else the payment is claimed later. */
  isSignedIn: boolean
}

const join = (isTrial: boolean, plan: Plan): Step => {
  return async (app, life, { person, isSignedIn }) => {
    const who = isSignedIn ? { buyer: person } : { email: person.email }
    life.purchases.push(await purchase(app, { ...who, isTrial, plan }))
  }
}
const pass =
  (seconds: number): Step =>
  async (app) =>
    app.payments.processor.advance(seconds)
const change =
  (params: Stripe.SubscriptionUpdateParams): Step =>
  (app, life) =>
    app.ctx.payments.stripe.subscriptions.update(first(life).subscriptionId, params)
const inPortal =
  (work: (app: TestApp, portalId: string) => unknown): Step =>
  async (app, life) => {
    const portal = await app.ctx.payments.stripe.billingPortal.sessions.create({
      customer: first(life).customerId,
      return_url: 'http://localhost/account',
    })
    work(app, portal.id)
  }
const newCard = (number: string): Step =>
  inPortal(({ payments }, portalId) =>
    payments.processor.replaceCard(portalId, { number, expMonth: 12, expYear: 2090, cvc: '123' }),
  )

/** Everything that can happen between a person and the provider, from the trial to joining again. */
export const STEPS: Step[] = [
  join(true, 'monthly'),
  pass(3 * DAY + 2 * HOUR), // The trial ends and is charged.
  newCard(CARDS.failsLater),
  pass(32 * DAY), // The renewal fails,
  newCard(CARDS.alsoGood), // and is paid after all.
  async (app, life) => {
    const { id } = await itemOf(app, first(life))
    const price = await priceIdOf(app.ctx, 'annual')
    await change({ items: [{ id, price }], proration_behavior: 'always_invoice' })(
      app,
      life,
      NOBODY,
    )
  },
  async (app, life) => {
    const { charges } = app.ctx.payments.stripe
    const { data } = await charges.list({ customer: first(life).customerId, limit: 100 })
    const [paid] = data.filter((charge) => charge.paid && charge.amount > 100)
    for (const cents of [50, 25]) app.payments.processor.refund(String(paid?.id), cents)
  },
  change({ cancel_at_period_end: true }),
  change({ cancel_at_period_end: false }),
  inPortal(({ payments }, portalId) => payments.processor.cancelInPortal(portalId)),
  pass(400 * DAY), // It ends,
  join(false, 'annual'), // and another begins.
]

/** Ends all earlier lives, so that nothing more happens to them as time passes. */
export async function endAllLives({ ctx }: TestApp): Promise<void> {
  const { subscriptions } = ctx.payments.stripe
  for await (const { id } of subscriptions.list({ limit: 100 })) await subscriptions.cancel(id)
}

/** Takes the next step at the provider, and adds the events that result. */
export async function live(app: TestApp, life: Life, buyer: Buyer, step: Step): Promise<void> {
  const told = new Set(app.payments.processor.events().map(({ event }) => event.id))
  await step(app, life, buyer)
  const news = app.payments.processor.events().filter(({ event }) => !told.has(event.id))
  life.events.push(...news.map(({ event }) => event).toReversed())
}

function first({ purchases: [earliest] }: Life): Purchase {
  if (!earliest) throw new Error('This life has not begun.')
  return earliest
}

async function itemOf({ ctx }: TestApp, { subscriptionId }: Purchase) {
  const { items } = await ctx.payments.stripe.subscriptions.retrieve(subscriptionId)
  const [item] = items.data
  if (!item) throw new Error('The subscription has no item.')
  return item
}

const NOBODY = {} as Buyer
