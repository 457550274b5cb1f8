import { afterEach, expect, test } from 'vitest'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { openBrowser } from '#test/support/browser.ts'
import { freePort } from '#test/support/free-port.ts'
import { ANNUAL_CENTS, MONTHLY_CENTS } from '#test/support/offer.ts'
import { createPayer } from '#test/support/paying/payer.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { lookupKeyOf, priceIdOf } from './prices.ts'

let app: TestApp
afterEach(() => app.close())

const openApp = async (environment: Record<string, string> = {}) => {
  app = await createTestApp({ hasPayments: true, environment })
}
const buy = (priceId: string) =>
  openBrowser(app, '').post('/api/create-checkout-session', { priceId })
const prices = () => app.ctx.payments.stripe.prices

/** A price as somebody else creates it at the provider. */
const makePrice = (cents: number, more: object = {}) =>
  prices().create({
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
    product_data: { name: 'Made by hand' },
    lookup_key: lookupKeyOf('monthly'),
    ...more,
  })

test('without a monthly price only the year is sold, by key and by price id', async () => {
  await openApp({ MONTHLY_PRICE_CENTS: '' })
  const monthly = await makePrice(MONTHLY_CENTS)
  expect((await app.inject({ url: '/api/offer' })).json()).toEqual({
    plans: [{ plan: 'annual', price: ANNUAL_CENTS / 100 }],
    sale: null,
  })
  for (const wanted of ['monthly', monthly.id]) expect((await buy(wanted)).statusCode).toBe(400)
  expect((await buy('annual')).statusCode).toBe(200)
  expect((await buy(await priceIdOf(app.ctx, 'annual'))).statusCode).toBe(200)
})

test('a price at the provider that is not the one on offer stops the checkout of its plan alone, until it is', async () => {
  // The sandbox, configured like the real provider.
  const PORT = String(await freePort())
  await openApp({
    PORT,
    STRIPE_SECRET_KEY: 'sk_test_ours',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STRIPE_API_BASE: `http://127.0.0.1:${PORT}`,
  })
  const wrong = [
    { unit_amount: 800 },
    { currency: 'eur' },
    { recurring: { interval: 'month', interval_count: 2 } },
    { recurring: { interval: 'year' } },
  ]
  for (const more of wrong) {
    const price = await makePrice(MONTHLY_CENTS, { ...more, transfer_lookup_key: true })
    for (const wanted of ['monthly', price.id]) {
      const response = await buy(wanted)
      expect([more, response.statusCode, response.json().code]).toEqual([
        more,
        503,
        'price-differs',
      ])
    }
  }
  expect((await buy('annual')).statusCode).toBe(200)
  await makePrice(MONTHLY_CENTS, { transfer_lookup_key: true })
  expect((await buy('monthly')).statusCode).toBe(200)
})

test('the sandbox’s own old price gives way to that of the offer', async () => {
  await openApp()
  await makePrice(800)
  expect((await buy('monthly')).statusCode).toBe(200)
  const { unit_amount } = await prices().retrieve(await priceIdOf(app.ctx, 'monthly'))
  expect(unit_amount).toBe(MONTHLY_CENTS)
})

test('whoever pays already keeps the price they joined at, on their page and at the provider', async () => {
  await openApp()
  const old = await makePrice(800)
  const payer = await createPayer(app, { priceId: old.id })
  const mine = async () => (await app.as(payer).inject({ url: '/api/subscription' })).json()
  expect(await mine()).toMatchObject({ tier: 'monthly', price: 8 })

  await makePrice(MONTHLY_CENTS, { transfer_lookup_key: true })
  await syncSubscription(app.ctx, payer.subscriptionId)
  expect(await mine()).toMatchObject({ tier: 'monthly', price: 8, isMember: true })
  const { items } = await app.ctx.payments.stripe.subscriptions.retrieve(payer.subscriptionId)
  expect(items.data[0]?.price.unit_amount).toBe(800)
})
