import { describe, expect, test } from 'vitest'
import { couponOf } from '#app/membership/server/plans/prices.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { createPerson } from '#test/support/factories.ts'
import { ANNUAL_CENTS, MONTHLY_CENTS } from '#test/support/offer.ts'
import { createPayer, type Payer, withTrouble } from '#test/support/paying/payer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'

const YEAR = ANNUAL_CENTS / 100
const MONTH = MONTHLY_CENTS / 100

const app = useTestApp({ hasPayments: true })

const preview = (who: { cookie: string }, plan: string) =>
  app.as(who).inject({ url: `/api/subscription/plan-change?plan=${plan}` })
const change = (who: { cookie: string }, plan: unknown) =>
  app
    .as(who)
    .inject({ method: 'POST', url: '/api/subscription/change-plan', payload: { plan } as object })
const read = async (who: { cookie: string }, path = '') =>
  (await app.as(who).inject({ url: `/api/subscription${path}` })).json()
/** The amounts paid, largest first, because payments within one second have no order. */
const amounts = async (who: { cookie: string }) =>
  (await read(who, '/receipts'))
    .map(({ amount }: { amount: number }) => amount)
    .toSorted((a: number, b: number) => b - a)

const HOUR = 60 * 60
const DAY = 24 * HOUR

test('a monthly member moves to the year at once, and pays what was said', async () => {
  const payer = await createPayer(app, { plan: 'monthly' })
  const said = (await preview(payer, 'annual')).json()
  expect(said).toMatchObject({
    plan: 'annual',
    dueToday: YEAR - MONTH,
    price: 97,
    interval: 'year',
  })
  expect(await read(payer)).toMatchObject({ tier: 'monthly' })

  const response = await change(payer, 'annual')
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { status: 'active', tier: 'annual', isMember: true },
  ])
  expect(response.json().currentPeriodEnd.slice(0, 10)).toBe(said.renewsAt.slice(0, 10))
  expect(await amounts(payer)).toEqual([YEAR - MONTH, MONTH])
})

test('what is left of a year pays the months that follow', async () => {
  const payer = await createPayer(app)
  const said = (await preview(payer, 'monthly')).json()
  expect(said).toMatchObject({ dueToday: MONTH - YEAR, price: MONTH, interval: 'month' })
  expect((await change(payer, 'monthly')).json()).toMatchObject({ tier: 'monthly' })
  const { currentPeriodEnd } = await read(payer)
  expect(said.renewsAt.slice(0, 10)).toBe(currentPeriodEnd.slice(0, 10))
  app.payments.processor.advance(32 * DAY)
  await syncSubscription(app.ctx, payer.subscriptionId)
  expect(await read(payer)).toMatchObject({ status: 'active', tier: 'monthly' })
  expect(await amounts(payer)).toEqual([97])
})

test('during the trial the change is free, and the trial ends when it would have', async () => {
  const payer = await createPayer(app, { isTrial: true })
  const { currentPeriodEnd } = await read(payer)
  expect((await preview(payer, 'monthly')).json()).toEqual({
    plan: 'monthly',
    dueToday: 0,
    price: MONTH,
    interval: 'month',
    renewsAt: currentPeriodEnd,
    losesSale: false,
  })
  expect((await change(payer, 'monthly')).json()).toMatchObject({
    status: 'trialing',
    tier: 'monthly',
    currentPeriodEnd,
  })
  expect(await amounts(payer)).toEqual([])
  app.payments.processor.advance(3 * DAY + 2 * HOUR)
  await syncSubscription(app.ctx, payer.subscriptionId)
  expect(await amounts(payer)).toEqual([MONTH])
})

test('a declined card is said in words, and the plan stays as it was', async () => {
  const payer = await createPayer(app, { plan: 'monthly' })
  await giveCard(payer, CARDS.failsLater)
  const response = await change(payer, 'annual')
  expect([response.statusCode, response.json()]).toMatchObject([
    402,
    { code: 'card-declined', error: /declined.*Nothing has changed.*another card/ },
  ])
  expect(await read(payer)).toMatchObject({ tier: 'monthly', status: 'active' })
  expect(await amounts(payer)).toEqual([MONTH])

  await giveCard(payer, CARDS.alsoGood)
  expect((await change(payer, 'annual')).json()).toMatchObject({ tier: 'annual' })
})

test('two clicks change the plan and charge for it once', async () => {
  const payer = await createPayer(app, { plan: 'monthly' })
  const answers = await Promise.all([change(payer, 'annual'), change(payer, 'annual')])
  answers.push(await change(payer, 'annual'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await amounts(payer)).toEqual([YEAR - MONTH, MONTH])
})

test('an answer that never came is not taken for a no', async () => {
  const payer = await createPayer(app, { plan: 'monthly' })
  await withTrouble(app, { failAfterWork: true }, async () => {
    const response = await change(payer, 'annual')
    expect([response.statusCode, response.json().error]).toMatchObject([503, /may not have gone/])
  })
  expect((await change(payer, 'annual')).json()).toMatchObject({ tier: 'annual' })
  expect(await amounts(payer)).toEqual([YEAR - MONTH, MONTH])
})

test('the sale is of the year: it does not come along to the month', async () => {
  const payer = await createPayer(app, {
    coupon: await couponOf(app.ctx, { plan: 'annual', salePriceCents: 6700 }),
  })
  expect(await amounts(payer)).toEqual([67])
  expect((await preview(payer, 'monthly')).json()).toMatchObject({ losesSale: true })
  await change(payer, 'monthly')
  const { discounts } = await app.ctx.payments.stripe.subscriptions.retrieve(payer.subscriptionId)
  expect(discounts).toEqual([])
})

describe('a change is refused in words', () => {
  test('to the same plan; asked for again it is harmless', async () => {
    const payer = await createPayer(app)
    expect((await preview(payer, 'annual')).json().code).toBe('plan-change-same')
    expect((await change(payer, 'annual')).statusCode).toBe(200)
    expect(await amounts(payer)).toEqual([97])
  })

  test('while the membership is ending', async () => {
    const payer = await createPayer(app)
    await app.as(payer).inject({ method: 'POST', url: '/api/subscription/cancel' })
    const response = await change(payer, 'monthly')
    expect([response.statusCode, response.json().code]).toEqual([409, 'plan-change-ending'])
    expect(await read(payer)).toMatchObject({ tier: 'annual', cancelAtPeriodEnd: true })
  })

  test('while a payment is open, and when it has ended', async () => {
    const payer = await createPayer(app, { isTrial: true, card: CARDS.failsLater })
    app.payments.processor.advance(3 * DAY + 2 * HOUR)
    expect((await change(payer, 'monthly')).json().code).toBe('plan-change-unpaid')
    await app.ctx.payments.stripe.subscriptions.cancel(payer.subscriptionId)
    expect((await change(payer, 'monthly')).json().code).toBe('plan-change-ended')
  })

  test('to a plan that we do not have', async () => {
    const payer = await createPayer(app)
    for (const plan of ['lifetime', '', null, ['annual'], 'price_1']) {
      expect((await change(payer, plan)).statusCode).toBe(400)
    }
    expect((await preview(payer, 'lifetime')).statusCode).toBe(400)
  })

  test('to somebody without a subscription', async () => {
    const person = await createPerson(app.ctx)
    expect((await change(person, 'monthly')).json().code).toBe('no-subscription')
    expect((await change({ cookie: '' }, 'monthly')).statusCode).toBe(401)
  })
})

describe('what will be charged next', () => {
  test('is the plan, and for the first year of a sale less', async () => {
    const payer = await createPayer(app)
    const { currentPeriodEnd } = await read(payer)
    expect(await read(payer, '/upcoming')).toMatchObject({ amount: 97, at: currentPeriodEnd })
    const coupon = await couponOf(app.ctx, { plan: 'annual', salePriceCents: 6700 })
    const onTrial = await createPayer(app, { isTrial: true, coupon })
    expect(await read(onTrial, '/upcoming')).toMatchObject({ amount: 67 })
  })

  test('is less in a sale, and so is what the period counts as in the figures', async () => {
    const coupon = await couponOf(app.ctx, { plan: 'annual', salePriceCents: 6700 })
    const { subscriptionId } = await createPayer(app, { coupon })
    const paid = app.db
      .selectFrom('payments')
      .select(['amountCents', 'periodCents'])
      .where('subscriptionId', '=', subscriptionId)
    expect(await paid.execute()).toEqual([{ amountCents: 6700, periodCents: 6700 }])
  })

  test('is nothing when the membership is ending, is not known to the provider, or never was', async () => {
    const nothing = { amount: null, at: null, isDue: false }
    const payer = await createPayer(app)
    await app.as(payer).inject({ method: 'POST', url: '/api/subscription/cancel' })
    expect(await read(payer, '/upcoming')).toMatchObject(nothing)
    expect(await read(await createPerson(app.ctx), '/upcoming')).toMatchObject(nothing)
  })

  test('is told to whoever thinks of resuming, the sale price included', async () => {
    const coupon = await couponOf(app.ctx, { plan: 'annual', salePriceCents: 6700 })
    const payer = await createPayer(app, { isTrial: true, coupon })
    await app.as(payer).inject({ method: 'POST', url: '/api/subscription/cancel' })
    expect(await read(payer, '/upcoming')).toMatchObject({ amount: null, ifResumed: 67 })
  })

  test('is nothing either where a day was set at the provider, and told to whoever thinks of resuming', async () => {
    const payer = await createPayer(app)
    const { currentPeriodEnd } = await read(payer)
    await app.ctx.payments.stripe.subscriptions.update(payer.subscriptionId, {
      cancel_at: Date.parse(currentPeriodEnd) / 1000 - DAY,
    })
    await syncSubscription(app.ctx, payer.subscriptionId)
    expect(await read(payer, '/upcoming')).toMatchObject({ amount: null, at: null, ifResumed: 97 })
  })

  test('is the bill that is about to be taken, in the hour after a trial', async () => {
    const payer = await createPayer(app, { isTrial: true })
    app.payments.processor.advance(3 * DAY + HOUR / 6)
    await syncSubscription(app.ctx, payer.subscriptionId)
    expect(await read(payer, '/upcoming')).toMatchObject({ amount: 97, isDue: true })
  })
})

/** Replaces the card, as the payment provider's own page does. */
async function giveCard({ subscriptionId }: Payer, number: string) {
  const { stripe } = app.ctx.payments
  const { customer } = await stripe.subscriptions.retrieve(subscriptionId)
  const { id } = await stripe.billingPortal.sessions.create({ customer: String(customer) })
  const card = { number, expMonth: 12, expYear: 2040, cvc: '123' }
  app.payments.processor.replaceCard(id, card)
}
