import { afterEach, describe, expect, test } from 'vitest'
import { priceIdOf } from '#app/membership/server/plans/prices.ts'
import { createSales } from '#app/membership/server/plans/sales.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { openBuyer, sessionsAt } from './buyers.ts'

const app = useTestApp({ hasPayments: true, environment: { PUBLIC_URL: 'https://club.example' } })
const sales = () => createSales(app.ctx)
const SALE = { priceCents: 6700, firstDay: '2026-11-27', lastDay: '2026-11-30' }

afterEach(async () => {
  app.setNow(undefined)
  await sales().end()
})

const newest = async () => {
  const { id } = sessionsAt(app)[0] ?? { id: '' }
  return app.ctx.payments.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
}
const shown = async () => {
  const { url } = await newest()
  return app.payments.processor.summarize(String(url).split('/').at(-1) ?? '')
}

describe('price, trial and sale are decided by the server', () => {
  const claims = {
    price: 1,
    amount: 1,
    unit_amount: 1,
    quantity: 50,
    currency: 'jpy',
    coupon: 'free',
    discount: 100,
    trial: true,
    isTrial: true,
    trial_period_days: 700,
    sale: true,
    isSale: true,
    mode: 'payment',
    success_url: 'https://evil.example/',
    customer: 'cus_of_somebody',
    customer_email: 'somebody@else.test',
    client_reference_id: 'mine',
    metadata: { checkout_id: 'mine' },
    userId: 'somebody',
    email: 'somebody@else.test',
  }

  test('whatever else a browser says is not read', async () => {
    const plain = await openBuyer(app).open()
    const before = await newest()
    const answer = await openBuyer(app).open(claims)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ isTrial: true, isSale: false })
    expect(Object.keys(answer.json())).toEqual(Object.keys(plain.json()))
    const session = await newest()
    expect(session).toMatchObject({
      mode: 'subscription',
      amount_total: 0,
      currency: 'usd',
      customer: null,
      customer_email: null,
      success_url: 'https://club.example/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    })
    expect(session.line_items?.data).toMatchObject([
      { quantity: 1, price: { id: await priceIdOf(app.ctx, 'annual'), unit_amount: 9700 } },
    ])
    expect(Object.keys(session.metadata ?? {})).toEqual(['checkout_id'])
    expect(session.client_reference_id).toBe(session.metadata?.checkout_id)
    expect(session.client_reference_id).not.toBe('mine')
    expect(before.id).toBe(plain.json().id)
    expect(await shown()).toMatchObject({ trialDays: 3, firstCharge: 9700 })
  })

  test('a plan is meant by its name or by its price, and nothing else is for sale', async () => {
    const monthly = await priceIdOf(app.ctx, 'monthly')
    for (const priceId of ['monthly', monthly]) {
      expect((await openBuyer(app).open({ priceId })).statusCode).toBe(200)
      expect((await newest()).line_items?.data[0]?.price?.id).toBe(monthly)
    }
    const foreign = await app.ctx.payments.stripe.prices.create({
      currency: 'usd',
      unit_amount: 1,
      recurring: { interval: 'year' },
      product_data: { name: 'Something else' },
    })
    const before = sessionsAt(app).length
    const unknown = [foreign.id, 'price_1', 'ANNUAL', '', 'x'.repeat(3000), 1, null, ['annual']]
    for (const priceId of [...unknown, { plan: 'annual' }]) {
      const { statusCode, body } = await openBuyer(app).open({ priceId })
      expect([statusCode, body]).toEqual([400, expect.stringContaining('priceId')])
    }
    expect((await openBuyer(app).browser.post('/api/create-checkout-session')).statusCode).toBe(400)
    expect(sessionsAt(app)).toHaveLength(before)
  })

  test('no other site can open one for a visitor', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const payload = { priceId: 'annual' }
    const response = await openBuyer(app).browser.post('/api/create-checkout-session', payload, {
      headers,
    })
    expect(response.statusCode).toBe(403)
  })
})

describe('a sale', () => {
  test('that runs lowers the first year, after the trial too, and the answer says so', async () => {
    await sales().set(SALE)
    app.setNow(new Date('2026-11-28T12:00:00Z'))
    const answer = await openBuyer(app).open()
    expect(answer.json()).toMatchObject({ isSale: true, isTrial: true })
    expect(await shown()).toMatchObject({ unitAmount: 9700, firstCharge: 6700, dueToday: 0 })
    expect((await openBuyer(app).open({ priceId: 'monthly' })).json()).toMatchObject({
      isSale: false,
    })
  })

  test('that costs another price by now is not paid at the page of the price before', async () => {
    await sales().set(SALE)
    app.setNow(new Date('2026-11-28T12:00:00Z'))
    const buyer = openBuyer(app)
    const before = await buyer.begin()
    await sales().set({ ...SALE, priceCents: 5700 })
    expect(await buyer.begin()).not.toBe(before)
    expect(await shown()).toMatchObject({ firstCharge: 5700 })
    expect(sessionsAt(app).find(({ id }) => id === before)?.status).toBe('expired')
  })

  test('that ended between the page and the click costs the usual price, and the answer says so', async () => {
    await sales().set(SALE)
    app.setNow(new Date('2026-12-01T04:59:00Z'))
    const buyer = openBuyer(app)
    expect((await buyer.browser.get('/api/offer')).json().sale).toMatchObject({ price: 67 })
    const during = await buyer.begin()

    app.setNow(new Date('2026-12-01T05:00:01Z'))
    const answer = await buyer.open()
    expect(answer.json()).toMatchObject({ isSale: false })
    expect(answer.json().id).not.toBe(during)
    expect(await shown()).toMatchObject({ firstCharge: 9700 })
    expect(sessionsAt(app).find(({ id }) => id === during)?.status).toBe('expired')
  })
})

test('nobody pays by way of another Host', async () => {
  const headers = { host: 'evil.example' }
  const before = sessionsAt(app).length
  const answer = await openBuyer(app).browser.post(
    '/api/create-checkout-session',
    { priceId: 'annual' },
    { headers },
  )
  expect(answer.statusCode).toBe(421)
  expect(sessionsAt(app)).toHaveLength(before)
})

test('every way back leads to our own address, whatever a proxy says', async () => {
  for (const headers of [
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  ]) {
    const buyer = openBuyer(app)
    const answer = await buyer.browser.post(
      '/api/create-checkout-session',
      { priceId: 'annual' },
      { headers },
    )
    expect(answer.statusCode).toBe(200)
    const session = await newest()
    expect(session.success_url).toBe(
      'https://club.example/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    )
    expect(session.cancel_url).toBe('https://club.example/checkout/cancel')
    // The provider replaces the braces with the id, once.
    expect(app.payments.pay(session.id, buyer.email)).toBe(
      `https://club.example/checkout/success?session_id=${session.id}`,
    )
    await app.db.deleteFrom('trials').execute()
  }
})
