import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { DAY, type Joined, join } from './buyers.ts'

const app = useTestApp({ hasPayments: true })

let member: Joined
let charge: Stripe.Charge
beforeEach(async () => {
  await app.db.deleteFrom('trials').execute()
  await createDeal(app.ctx)
  member = await join(app)
  app.payments.processor.advance(3 * DAY + 2 * 60 * 60)
  await app.payments.deliverAll()
  charge = app.payments.processor.objects('charge')[0]?.json as Stripe.Charge
})

const receipts = async () => (await member.browser.get('/api/subscription/receipts')).json()

async function expectStillMember() {
  expect(await member.subscription()).toMatchObject({ status: 'active', isMember: true })
  expect((await member.names()).length).toBeGreaterThan(0)
}

test('a refund, in parts or whole, is shown on the receipt and ends nothing by itself', async () => {
  expect(await receipts()).toMatchObject([{ amount: 97, refunded: 0 }])
  for (const [amount, refunded] of [
    [1000, 10],
    [500, 15],
    [undefined, 97],
  ] as const) {
    app.payments.processor.refund(charge.id, amount)
    await app.payments.deliverAll()
    expect(await receipts()).toMatchObject([{ amount: 97, refunded }])
    await expectStillMember()
  }
})

test('a refund that the bank has sent back is none on the receipt', async () => {
  app.payments.processor.refund(charge.id, 1000)
  app.payments.processor.refund(charge.id, 500)
  await app.payments.deliverAll()
  expect(await receipts()).toMatchObject([{ refunded: 15 }])
  const [newest] = app.payments.processor.objects('refund')
  app.payments.processor.failRefund(String(newest?.id))
  await app.payments.deliverAll()
  expect(await receipts()).toMatchObject([{ refunded: 10 }])
})

test('a dispute is logged for somebody to look at; the provider ends what it decides to end', async () => {
  app.payments.processor.openDispute(charge.id)
  await app.payments.deliverAll()
  const said = app.logLines.filter((line) => line.includes('a payment is disputed'))
  expect(said.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', chargeId: charge.id },
  ])
  await expectStillMember()
  // Returns the status as an owner sees it.
  const standing = async () =>
    (
      await app.db
        .selectFrom('payments')
        .select('dispute')
        .where('subscriptionId', '=', member.subscriptionId)
        .execute()
    ).map(({ dispute }) => dispute)
  expect(await standing()).toEqual(['needs_response'])
  const [dispute] = app.payments.processor.objects('dispute')
  app.payments.processor.closeDispute(String(dispute?.id), 'lost')
  await app.payments.deliverAll()
  expect(await standing()).toEqual(['lost'])

  await app.ctx.payments.stripe.subscriptions.cancel(member.subscriptionId)
  await app.payments.deliverAll()
  expect(await member.subscription()).toMatchObject({ status: 'canceled', isMember: false })
  expect(await receipts()).toHaveLength(1)
})

test('a refund of something that was no membership changes nothing', async () => {
  const before = await receipts()
  const { stripe } = app.ctx.payments
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Something else' },
  })
  const { id } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://club.example/',
  })
  app.payments.pay(id, 'somebody@else.test')
  const foreign = app.payments.processor.objects('charge')[0]
  app.payments.processor.refund(String(foreign?.id))
  await app.payments.deliverAll()
  expect(await receipts()).toEqual(before)
  const { payments } = await app.db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('payments'))
    .where('amountCents', '=', 500)
    .executeTakeFirstOrThrow()
  expect(Number(payments)).toBe(0)
})
