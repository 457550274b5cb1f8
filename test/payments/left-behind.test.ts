import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { type Purchase, purchase } from './purchases.ts'
import { findRow, forgetPayments, mailKeys, recordsOf } from './records.ts'
import { startSlowProvider } from './slow-provider.ts'
import { deliver, eventsAbout } from './webhooks.ts'

// What a process that dies, or a provider that is down, leaves behind: recorded, but not yet done.

const provider = await startSlowProvider()
const app = useTestApp({
  hasPayments: true,
  environment: { STRIPE_API_BASE: provider.origin },
})
beforeAll(() => provider.pointTo(app.ctx.config.http.ownOrigin))
beforeEach(async () => {
  // Events that an earlier test left undelivered would be found again.
  provider.refuse(undefined)
  await app.payments.deliverAll()
  await forgetPayments(app.db)
})
afterAll(() => provider.close())

/** Two events within the same second have no known order. */
const laterOn = () => app.payments.processor.advance(60)
const stripe = () => app.ctx.payments.stripe
const atProvider = async ({ subscriptionId }: Purchase) =>
  (await stripe().subscriptions.retrieve(subscriptionId)).status
const hear = ({ customerId }: Purchase) => deliver(app, eventsAbout(app, customerId))

async function refundsOf({ customerId }: Purchase) {
  const { data } = await stripe().refunds.list({ limit: 100 })
  const charges = await stripe().charges.list({ customer: customerId })
  const ids = charges.data.map(({ id }) => id)
  return data.filter(({ charge }) => ids.includes(String(charge))).map(({ amount }) => amount)
}

describe('a second subscription of one person', () => {
  test.each([
    ['before it is cancelled', /^DELETE/],
    ['before it is known to be cancelled', /^GET \/v1\/subscriptions/],
    ['before it is paid back', /^POST \/v1\/refunds/],
  ])('is ended and paid back once by the next run when everything stopped %s', async (_, calls) => {
    const buyer = await createPerson(app.ctx)
    const first = await purchase(app, { buyer })
    await hear(first)
    laterOn()
    const second = await purchase(app, { buyer })
    // The calls that end it are refused; the calls that read it are not.
    const deleting = `DELETE /v1/subscriptions/${second.subscriptionId}`
    provider.refuse(/^DELETE/)
    await hear(second)
    expect(provider.calls).toContain(deleting)
    expect(await findRow(app.db, second.subscriptionId)).toMatchObject({
      status: 'active',
      duplicateOf: first.subscriptionId,
      refundedAt: null,
    })
    expect(await refundsOf(second)).toEqual([])

    provider.refuse(calls)
    await reconcile(app.ctx)
    expect((await findRow(app.db, second.subscriptionId))?.refundedAt).toBeNull()
    provider.refuse(undefined)
    await Promise.all([reconcile(app.ctx), reconcile(app.ctx)])
    await reconcile(app.ctx)

    expect([await atProvider(first), await atProvider(second)]).toEqual(['active', 'canceled'])
    expect(await refundsOf(second)).toEqual([ANNUAL_CENTS])
    expect(await findRow(app.db, second.subscriptionId)).toMatchObject({
      status: 'canceled',
      refundedAt: expect.any(Date),
    })
    await hear(second)
    expect(await recordsOf(app.db)).toMatchObject({
      payments: expect.arrayContaining([
        expect.objectContaining({
          subscriptionId: second.subscriptionId,
          refundedCents: ANNUAL_CENTS,
        }),
      ]),
    })
    const told = (await mailKeys(app.db)).filter((key) => key.includes(second.subscriptionId))
    expect(told).toEqual([`duplicate-refunded:${second.subscriptionId}`])
  })

  test('that comes to light when it is claimed is ended by the next run as well', async () => {
    const member = await createPerson(app.ctx)
    await hear(await purchase(app, { buyer: member }))
    laterOn()
    const second = await purchase(app, { email: member.email })
    await hear(second)
    provider.refuse(/^DELETE/)
    const browser = openBrowser(app, `${second.cookie}; ${member.cookie}`)
    const answer = await browser.postWithToken('/api/complete-checkout', {
      session_id: second.sessionId,
      email: second.email,
    })
    expect(answer.statusCode).toBe(200)
    expect(await atProvider(second)).toBe('active')
    provider.refuse(undefined)
    await reconcile(app.ctx)
    expect([await atProvider(second), await refundsOf(second)]).toEqual([
      'canceled',
      [ANNUAL_CENTS],
    ])
  })
})

describe('a second trial', () => {
  test('is ended by the next run, also when nobody tells of its checkout', async () => {
    const first = await purchase(app, { isTrial: true })
    await hear(first)
    const second = await purchase(app, { isTrial: true })
    provider.refuse(/^DELETE/)
    await deliver(
      app,
      eventsAbout(app, second.subscriptionId).filter(({ type }) =>
        type.startsWith('customer.subscription'),
      ),
    )
    expect(await atProvider(second)).toBe('trialing')
    expect(await findRow(app.db, second.subscriptionId)).toMatchObject({ userId: null })
    provider.refuse(/^GET \/v1\/events/)
    await reconcile(app.ctx)
    expect([await atProvider(first), await atProvider(second)]).toEqual(['trialing', 'canceled'])
    provider.refuse(undefined)
    await hear(second)
    const { checkouts, payments } = await recordsOf(app.db)
    expect(checkouts).toContainEqual(
      expect.objectContaining({ id: second.checkoutId, status: 'trial-refused' }),
    )
    expect(payments).toEqual([])
    const told = (await mailKeys(app.db)).filter((key) => key.startsWith('trial-refused:'))
    expect(told).toHaveLength(1)
  })
})

describe('what was promised', () => {
  test('is mailed once, by whichever process comes after', async () => {
    const bought = await purchase(app, { buyer: await createPerson(app.ctx) })
    await hear(bought)
    await runJobs(app.ctx)
    await hear(bought)
    await reconcile(app.ctx)
    await runJobs(app.ctx)
    const letters = (await readOutbox(app.ctx)).filter(
      ({ to }) => to?.[0]?.address === bought.email,
    )
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('$97')
  })

  test('is caught up with though one event cannot be taken in and others are on their way', async () => {
    const [one, two] = [
      await purchase(app, { buyer: await createPerson(app.ctx) }),
      await purchase(app, { buyer: await createPerson(app.ctx) }),
    ]
    provider.refuse(new RegExp(`^GET /v1/subscriptions/${one.subscriptionId}`))
    await reconcile(app.ctx)
    expect(await findRow(app.db, one.subscriptionId)).toBeUndefined()
    expect(await findRow(app.db, two.subscriptionId)).toMatchObject({ status: 'active' })
    provider.refuse(undefined)
    await reconcile(app.ctx)
    expect(await findRow(app.db, one.subscriptionId)).toMatchObject({ status: 'active' })
  })
})

test('after hours without an answer the backlog comes in any order, and ends as it should', async () => {
  const { processor } = app.payments
  const buyer = await createPerson(app.ctx)
  app.payments.pointTo('http://127.0.0.1:9')
  const bought = await purchase(app, { buyer })
  await app.payments.deliverAll()
  await stripe().subscriptions.update(bought.subscriptionId, { cancel_at_period_end: true })
  await stripe().subscriptions.update(bought.subscriptionId, { cancel_at_period_end: false })
  await app.payments.deliverAll()
  processor.advance(5 * 60 * 60)
  expect(await findRow(app.db, bought.subscriptionId)).toBeUndefined()

  app.payments.pointTo(app.ctx.config.http.ownOrigin)
  processor.setSwitches({ reorder: true, duplicate: true })
  await app.payments.deliverAll()
  processor.setSwitches({ reorder: false, duplicate: false })
  expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({
    status: 'active',
    userId: buyer.id,
    cancelAtPeriodEnd: false,
  })
  const { payments } = await recordsOf(app.db)
  expect(payments.filter(({ userId }) => userId === buyer.id)).toHaveLength(1)
})
