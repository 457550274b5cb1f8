import { describe, expect, test } from 'vitest'
import { newToken } from '#app/server/tokens.ts'
import { madeUpEvent, post } from '#test/payments/webhooks.ts'
import { type Buyer, checkoutOf, openBuyer, subscriptionOf } from './buyers.ts'
import { useUnsteadyApp } from './unsteady-app.ts'

const { app, provider } = await useUnsteadyApp()

const RETRIEVE = /^GET \/v1\/checkout\/sessions\/cs_/
const NOT_VALID = { valid: false, code: 'not-valid', error: 'Session verification failed' }

async function paid(buyer: Buyer): Promise<string> {
  const sessionId = await buyer.begin()
  app.payments.pay(sessionId, buyer.email)
  return sessionId
}

async function expectNoMembership(buyer: Buyer, sessionId: string) {
  const completed = await buyer.complete(sessionId)
  expect(completed.statusCode).toBeGreaterThanOrEqual(400)
  expect(completed.body).not.toContain(buyer.email)
  expect((await buyer.browser.get('/api/user')).statusCode).toBe(401)
  const { claimedUserId } = await checkoutOf(app, sessionId)
  expect(claimedUserId).toBeNull()
}

describe('what is not paid makes no account:', () => {
  test('a page that is still open', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    expect(await buyer.verify(sessionId)).toEqual(NOT_VALID)
    await expectNoMembership(buyer, sessionId)
  })

  test('a slow payment is waited for, and then it is there', async () => {
    const buyer = openBuyer(app)
    const sessionId = await paid(buyer)
    provider.answer(RETRIEVE, (session) => ({ ...session, payment_status: 'unpaid' }))
    expect(await buyer.verify(sessionId)).toMatchObject({ valid: false, code: 'pending' })
    await expectNoMembership(buyer, sessionId)
    expect((await checkoutOf(app, sessionId)).status).toBe('open')

    provider.calm()
    const type = 'checkout.session.async_payment_succeeded'
    await post(app, madeUpEvent({ type, data: { object: { id: sessionId } } }))
    expect((await checkoutOf(app, sessionId)).status).toBe('complete')
    expect(await buyer.verify(sessionId)).toMatchObject({ valid: true })
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
  })

  test('a slow payment that fails in the end', async () => {
    const buyer = openBuyer(app)
    const sessionId = await paid(buyer)
    provider.answer(RETRIEVE, (session) => ({ ...session, payment_status: 'unpaid' }))
    const type = 'checkout.session.async_payment_failed'
    await post(app, madeUpEvent({ type, data: { object: { id: sessionId } } }))
    expect((await checkoutOf(app, sessionId)).status).toBe('failed')
    expect(await buyer.verify(sessionId)).toMatchObject({ valid: false })
    await expectNoMembership(buyer, sessionId)
  })

  test.each([
    ['another mode', { mode: 'payment' }],
    ['no subscription', { mode: 'setup', subscription: null }],
    ['the live world', { livemode: true }],
    ['another checkout of ours', { client_reference_id: 'somebody-elses' }],
  ])('a session of %s', async (_what, change) => {
    const buyer = openBuyer(app)
    const sessionId = await paid(buyer)
    provider.answer(RETRIEVE, (session) => ({ ...session, ...change }))
    expect(await buyer.verify(sessionId)).toEqual(NOT_VALID)
    await expectNoMembership(buyer, sessionId)
  })

  test("a payment for something else of the provider's account", async () => {
    const { stripe } = app.ctx.payments
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'year' },
      product_data: { name: 'Something else' },
    })
    const foreign = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'https://club.example/checkout/success',
    })
    const buyer = openBuyer(app, { cookie: `co=${newToken()}` })
    app.payments.pay(foreign.id, buyer.email)
    await app.payments.deliverAll()
    expect(await buyer.verify(foreign.id)).toEqual(NOT_VALID)
    expect((await buyer.complete(foreign.id)).statusCode).toBe(400)
    const row = await app.db
      .selectFrom('subscriptions')
      .select('id')
      .where('id', '=', await subscriptionOf(app, foreign.id))
      .execute()
    expect(row).toEqual([])
  })
})
