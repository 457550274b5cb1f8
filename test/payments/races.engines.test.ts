import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { priceIdOf } from '#app/membership/server/plans/prices.ts'
import { objectIdOf } from '#app/membership/server/webhooks/webhook.rules.ts'
import { createPerson, type Person } from '#test/support/factories.ts'
import { ANNUAL_CENTS, MONTHLY_CENTS } from '#test/support/offer.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'
import { type Purchase, purchase } from './purchases.ts'
import { findRow, forgetPayments, recordsOf } from './records.ts'
import { startSlowProvider } from './slow-provider.ts'
import { deliver, deliverAtOnce, eventsAbout, madeUpEvent, post } from './webhooks.ts'

const provider = await startSlowProvider()
const app = useTestApp({
  hasPayments: true,
  environment: { STRIPE_API_BASE: provider.origin },
})
let other: TestApp
beforeAll(async () => {
  provider.pointTo(app.ctx.config.http.ownOrigin)
  other = await app.another({ environment: { STRIPE_API_BASE: provider.origin } })
})
afterAll(async () => {
  await other.close()
  await provider.close()
})

let buyer: Person
let bought: Purchase
beforeEach(async () => {
  await forgetPayments(app.db)
  buyer = await createPerson(app.ctx)
  bought = await purchase(app, { buyer })
})

const stripe = () => app.ctx.payments.stripe
const updated = (id = bought.subscriptionId) =>
  madeUpEvent({ type: 'customer.subscription.updated', data: { object: { id } } })
/** Resolves once this many more requests have reached their handlers. */
function handled(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    const note = () => {
      left -= 1
      if (left > 0) return
      unsubscribe('tracing:fastify.request.handler:start', note)
      resolve()
    }
    subscribe('tracing:fastify.request.handler:start', note)
  })
}
const holdReading = () => provider.holdNext(`GET /v1/subscriptions/${bought.subscriptionId}`)

test('an answer of the provider that comes late never replaces a later one', async () => {
  await deliver(app, eventsAbout(app, bought.customerId))
  const { asked, release } = holdReading()
  const late = post(other, updated())
  await asked
  await stripe().subscriptions.cancel(bought.subscriptionId)
  await deliver(app, [updated()])
  release()
  expect((await late).statusCode).toBe(200)
  expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ status: 'canceled' })
})

test('who hears of a change while an older answer is on its way reads again', async () => {
  await deliver(app, eventsAbout(app, bought.customerId))
  const { asked, release } = holdReading()
  const late = post(app, updated())
  await asked
  await stripe().subscriptions.cancel(bought.subscriptionId)
  const taken = handled(3)
  const next = deliverAtOnce(app, [updated(), updated(), updated()])
  await taken
  release()
  expect([(await late).statusCode, ...(await next)]).toEqual([200, 200, 200, 200])
  expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ status: 'canceled' })
})

test('money is counted and receipted though the answer that tells of it is overtaken', async () => {
  bought = await purchase(app, { buyer, plan: 'monthly' })
  const [paid] = eventsAbout(app, bought.customerId).filter(({ type }) => type === 'invoice.paid')
  const { asked, release } = holdReading()
  const late = post(other, paid ?? updated())
  await asked
  const { items } = await stripe().subscriptions.retrieve(bought.subscriptionId)
  await stripe().subscriptions.update(bought.subscriptionId, {
    items: [{ id: String(items.data[0]?.id), price: await priceIdOf(app.ctx, 'annual') }],
    proration_behavior: 'always_invoice',
  })
  await deliver(app, [updated()])
  release()
  expect((await late).statusCode).toBe(200)
  const { payments, mails } = await recordsOf(app.db)
  const invoiceId = objectIdOf(paid ?? updated())
  expect(payments).toHaveLength(2)
  expect(payments).toContainEqual(expect.objectContaining({ invoiceId, userId: buyer.id }))
  expect(mails).toContain(`receipt:${invoiceId}`)
})

test('money of an invoice that is no longer the latest one is receipted as well', async () => {
  bought = await purchase(app, { buyer, plan: 'monthly' })
  const { items } = await stripe().subscriptions.retrieve(bought.subscriptionId)
  await stripe().subscriptions.update(bought.subscriptionId, {
    items: [{ id: String(items.data[0]?.id), price: await priceIdOf(app.ctx, 'annual') }],
    proration_behavior: 'always_invoice',
  })
  await deliver(app, eventsAbout(app, bought.customerId))
  const { payments, mails } = await recordsOf(app.db)
  expect(payments.map(({ amountCents }) => amountCents).toSorted()).toEqual(
    [ANNUAL_CENTS - MONTHLY_CENTS, MONTHLY_CENTS].toSorted(),
  )
  expect(mails.filter((key) => key.startsWith('receipt:'))).toEqual(
    payments.map(({ invoiceId }) => `receipt:${invoiceId}`),
  )
})

test('of two refunds the later stands, though the answer about the earlier comes last', async () => {
  await deliver(app, eventsAbout(app, bought.customerId))
  const [charge] = (await stripe().charges.list({ customer: bought.customerId })).data
  const chargeId = String(charge?.id)
  const refunded = () =>
    madeUpEvent({
      type: 'charge.refunded',
      data: { object: { id: chargeId, payment_intent: 'pi_of_it', amount_refunded: 1 } },
    })
  app.payments.processor.refund(chargeId, 1000)
  const { asked, release } = provider.holdNext(`GET /v1/charges/${chargeId}`)
  const late = post(other, refunded())
  await asked
  app.payments.processor.refund(chargeId, 700)
  await deliver(app, [refunded()])
  release()
  expect((await late).statusCode).toBe(200)
  const { payments } = await recordsOf(app.db)
  expect(payments).toMatchObject([{ refundedCents: 1700 }])
})

test('a refund that is heard of before the payment is noted beside it all the same', async () => {
  const [intent] = eventsAbout(app, bought.customerId).flatMap(({ data }) =>
    'payment_intent' in data.object ? String(data.object.payment_intent) : [],
  )
  app.payments.processor.refund(String(intent), 1000)
  app.payments.processor.refund(String(intent), 700)
  const all = eventsAbout(app, bought.customerId)
  const refunds = all.filter(({ type }) => type === 'charge.refunded')
  expect(refunds).toHaveLength(2)
  const rest = all.filter(({ type }) => type !== 'charge.refunded')
  await deliver(app, [...refunds.toReversed(), ...rest])
  const { payments, subscriptions } = await recordsOf(app.db)
  expect(payments).toMatchObject([{ amountCents: ANNUAL_CENTS, refundedCents: 1700 }])
  // Refunded, but it goes on: access follows the subscription alone.
  expect(subscriptions).toMatchObject([{ status: 'active' }])
})

test('of a payment that is paid back whole before it is heard of no receipt says thank you', async () => {
  const [intent] = eventsAbout(app, bought.customerId).flatMap(({ data }) =>
    'payment_intent' in data.object ? String(data.object.payment_intent) : [],
  )
  app.payments.processor.refund(String(intent))
  const all = eventsAbout(app, bought.customerId)
  const isRefund = ({ type }: (typeof all)[number]) => type === 'charge.refunded'
  await deliver(app, [...all.filter(isRefund), ...all.filter((event) => !isRefund(event))])
  const { payments, mails } = await recordsOf(app.db)
  expect(payments).toMatchObject([{ amountCents: ANNUAL_CENTS, refundedCents: ANNUAL_CENTS }])
  expect(mails.filter((key) => key.startsWith('receipt:'))).toEqual([])
})

test('who joins again before the end of the earlier membership is heard of keeps the new one', async () => {
  await deliver(app, eventsAbout(app, bought.customerId))
  await stripe().subscriptions.cancel(bought.subscriptionId)
  app.payments.processor.advance(60)
  const again = await purchase(app, { buyer })
  // To our knowledge the earlier one goes on, so this one is a second subscription.
  expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ status: 'active' })
  await deliver(app, eventsAbout(app, again.customerId))
  await deliver(app, eventsAbout(app, bought.customerId))
  expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ status: 'canceled' })
  expect(await findRow(app.db, again.subscriptionId)).toMatchObject({
    status: 'active',
    userId: buyer.id,
    duplicateOf: null,
    refundedAt: null,
  })
  const { status } = await stripe().subscriptions.retrieve(again.subscriptionId)
  expect(status).toBe('active')
})

test('of two payments of one browser that are heard of in one moment one is paid back', async () => {
  const binding = `binding-of-two-tabs-${'x'.repeat(24)}`
  const tabs = [await purchase(app, { binding }), await purchase(app, { binding })]
  // The subscriptions become known before the checkouts.
  await deliver(
    app,
    tabs.map(({ subscriptionId }) => updated(subscriptionId)),
  )
  const completed = tabs.flatMap(({ sessionId }) => eventsAbout(app, sessionId))
  await Promise.all(completed.map((event, n) => post(n % 2 === 0 ? app : other, event)))
  const rows = await app.db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'duplicateOf'])
    .where(
      'id',
      'in',
      tabs.map(({ subscriptionId }) => subscriptionId),
    )
    .execute()
  const [kept] = rows.filter(({ duplicateOf }) => duplicateOf === null)
  expect(rows.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { id: kept?.id, status: 'active', duplicateOf: null },
    { id: expect.any(String), status: 'canceled', duplicateOf: kept?.id },
  ])
  const { data } = await stripe().refunds.list({ limit: 1 })
  expect(data).toMatchObject([{ amount: ANNUAL_CENTS, reason: 'duplicate' }])
})
