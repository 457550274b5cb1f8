import { sql } from 'kysely'
import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { createPerson, type Person } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { type Purchase, purchase } from './purchases.ts'
import { findRow, forgetPayments, recordsOf } from './records.ts'
import { deliver, deliverAtOnce, eventsAbout, madeUpEvent, post } from './webhooks.ts'

const app = useTestApp({ hasPayments: true })
const provider = () => app.ctx.payments.stripe

let buyer: Person
let bought: Purchase
beforeEach(async () => {
  await forgetPayments(app.db)
  buyer = await createPerson(app.ctx)
  bought = await purchase(app, { buyer })
})

const events = () => eventsAbout(app, bought.customerId)
const status = async () => (await findRow(app.db, bought.subscriptionId))?.status

test('an event that comes again, or twice in one moment, has its effect once', async () => {
  await deliver(app, events())
  const once = await recordsOf(app.db)
  expect(once).toMatchObject({
    subscriptions: [{ id: bought.subscriptionId, status: 'active', userId: buyer.id }],
    payments: [{ amountCents: ANNUAL_CENTS, userId: buyer.id }],
    checkouts: expect.arrayContaining([
      expect.objectContaining({ id: bought.checkoutId, status: 'complete' }),
    ]),
  })

  await forgetPayments(app.db)
  const doubled = events().flatMap((event) => [event, event, event])
  expect(new Set(await deliverAtOnce(app, doubled))).toEqual(new Set([200]))
  expect(await recordsOf(app.db)).toEqual(once)
  const stored = await app.db.selectFrom('webhookEvents').select('id').execute()
  expect(stored.map(({ id }) => id).toSorted()).toEqual(
    events()
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('two events that tell of one payment count it once and write one receipt', async () => {
  const told = events().filter(({ type }) =>
    ['invoice.paid', 'invoice.payment_succeeded', 'invoice_payment.paid'].includes(type),
  )
  const again = told.map((event) => madeUpEvent({ type: event.type, data: event.data }))
  await deliverAtOnce(app, [...told, ...again])
  const { payments, mails } = await recordsOf(app.db)
  expect(payments).toHaveLength(1)
  expect(mails.filter((key) => key.startsWith('receipt:'))).toEqual([
    `receipt:${payments[0]?.invoiceId}`,
  ])
})

test('an update that overtakes the beginning is not undone by it, whatever it says', async () => {
  const { data } = events().find(({ type }) => type === 'customer.subscription.created') ?? {}
  const object = data?.object as Stripe.Subscription
  await deliver(app, [
    madeUpEvent({ type: 'customer.subscription.updated', data: { object } }),
    madeUpEvent({
      type: 'customer.subscription.created',
      data: { object: { ...object, status: 'incomplete' } },
    }),
  ])
  expect(await status()).toBe('active')
})

test('of changes in the same second the last one stands, in whatever order they are told', async () => {
  await deliver(app, events())
  await provider().subscriptions.update(bought.subscriptionId, { cancel_at_period_end: true })
  await provider().subscriptions.update(bought.subscriptionId, { cancel_at_period_end: false })
  await provider().subscriptions.update(bought.subscriptionId, { cancel_at_period_end: true })
  const changes = events().filter(({ type }) => type === 'customer.subscription.updated')
  expect(changes).toHaveLength(3)
  await deliver(app, changes.toReversed())
  expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ cancelAtPeriodEnd: true })
})

test('what has ended stays ended, though an older update comes late, also days later', async () => {
  await provider().subscriptions.update(bought.subscriptionId, { cancel_at_period_end: true })
  const early = events()
  await provider().subscriptions.cancel(bought.subscriptionId)
  const [end] = events().filter(({ type }) => type === 'customer.subscription.deleted')
  await deliver(app, [...(end ? [end] : []), ...early])
  expect(await status()).toBe('canceled')
  const records = await recordsOf(app.db)

  app.setNow(new Date(Date.now() + 5 * 24 * 60 * 60_000))
  const timestamp = Math.floor(app.ctx.now().getTime() / 1000)
  for (const { type, data } of early) {
    const { statusCode } = await post(app, madeUpEvent({ type, data }), { timestamp })
    expect(statusCode).toBe(200)
  }
  app.setNow(undefined)
  expect(await recordsOf(app.db)).toEqual(records)
})

test('the end of an earlier subscription takes nothing from whoever has joined again', async () => {
  await deliver(app, events())
  await provider().subscriptions.cancel(bought.subscriptionId)
  const [end] = events().filter(({ type }) => type === 'customer.subscription.deleted')
  await app.ctx.db
    .updateTable('subscriptions')
    .set({ status: 'canceled' })
    .where('id', '=', bought.subscriptionId)
    .execute()
  const again = await purchase(app, { buyer })
  await deliver(app, eventsAbout(app, again.customerId))
  await deliver(app, end ? [end] : [])
  const subscription = await app.as(buyer).inject({ url: '/api/subscription' })
  expect(subscription.json()).toMatchObject({ status: 'active', isMember: true })
})

test('an event that cannot be applied leaves nothing behind, and works when it comes again', async () => {
  const all = events()
  const before = await recordsOf(app.db)
  const untouched = async () => {
    expect(await recordsOf(app.db)).toEqual(before)
    expect(await app.db.selectFrom('webhookEvents').select('id').execute()).toEqual([])
  }
  const telling = all.filter(({ type }) =>
    /^(checkout|customer.subscription|invoice.paid)/.test(type),
  )

  app.payments.processor.setSwitches({ isDown: true })
  expect(await deliverAtOnce(app, telling)).toEqual(telling.map(() => 503))
  app.payments.processor.setSwitches({ isDown: false })
  await untouched()

  // Makes the last write of the transaction fail.
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no room'; end $$`.execute(app.db)
  await sql`create trigger refuse before insert on mails execute function refuse()`.execute(app.db)
  expect(await deliver(app, telling)).toEqual(telling.map(() => 500))
  await sql`drop trigger refuse on mails`.execute(app.db)
  await sql`drop function refuse`.execute(app.db)
  await untouched()

  expect(await deliver(app, all)).toEqual(all.map(() => 200))
  expect(await recordsOf(app.db)).toMatchObject({
    subscriptions: [{ status: 'active', userId: buyer.id }],
    payments: [{ amountCents: ANNUAL_CENTS }],
  })
})
