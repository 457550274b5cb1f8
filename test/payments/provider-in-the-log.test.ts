import { afterEach, expect, test } from 'vitest'
import { comparePrices, priceIdOf } from '#app/membership/server/plans/prices.ts'
import { openBuyer } from '#test/checkout/buyers.ts'
import { freePort } from '#test/support/free-port.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'
import { madeUpEvent, post, postRaw } from './webhooks.ts'

const PORT = String(await freePort())
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_ours', STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }
const HERE = { STRIPE_API_BASE: `http://127.0.0.1:${PORT}` }

/** Plays the payment provider too, but is configured as for the real one. */
const app = useTestApp({ hasPayments: true, environment: { PORT, ...KEYS, ...HERE } })

const others: TestApp[] = []
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
  app.setNow(undefined)
})
async function configured(environment: Record<string, string>) {
  const other = await app.another({ environment: { ...KEYS, ...HERE, ...environment } })
  others.push(other)
  return other
}
const linesOf = ({ logLines }: Pick<TestApp, 'logLines'>, words: string) =>
  logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(words))

test('a provider that cannot be reached is in the log with its cause, and the request by its id', async () => {
  const gone = await configured({ STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` })
  const answer = await openBuyer(gone).open()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'payments-unavailable'])
  expect(linesOf(gone, 'cannot be reached')).toMatchObject([
    { level: 'error', reqId: answer.json().requestId, err: { code: 'ECONNREFUSED' } },
  ])
  await comparePrices(gone.ctx)
  expect(linesOf(gone, 'could not be compared')).toMatchObject([
    { level: 'error', err: { because: expect.any(String), cause: { code: 'ECONNREFUSED' } } },
  ])
})

test('a key that the provider does not know is in the log by its setting, and never the key', async () => {
  const shut = await configured({ STRIPE_SECRET_KEY: 'sk_test_made_up_by_somebody' })
  const answer = await openBuyer(shut).open()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'payments-unavailable'])
  expect(linesOf(shut, 'STRIPE_SECRET_KEY')).toMatchObject([
    { level: 'error', err: { type: 'Error' } },
  ])
  expect(shut.logLines.join('') + answer.body).not.toContain('made_up_by_somebody')
})

test('a webhook whose signature is refused is in the log with its cause, once a minute', async () => {
  const event = madeUpEvent({ type: 'customer.updated', data: { object: {} } })
  const refusals = () => linesOf(app, 'a webhook was refused')
  expect((await post(app, event, { secret: 'whsec_of_another' })).statusCode).toBe(400)
  for (let more = 0; more < 3; more += 1)
    expect((await postRaw(app, '{}', {})).statusCode).toBe(400)
  expect(refusals()).toMatchObject([
    { level: 'warn', cause: expect.stringContaining('STRIPE_WEBHOOK_SECRET') },
  ])
  app.setNow(new Date(Date.now() + 61_000))
  await postRaw(app, '{}', {})
  expect(refusals()).toMatchObject([{}, { level: 'warn', cause: 'it has no signature', others: 3 }])
})

test('prices at the provider are compared with the offer: one that differs is named and stops the checkout', async () => {
  const { stripe } = app.ctx.payments
  const product = await stripe.products.create({ name: 'Something' })
  const dearer = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 9900,
    recurring: { interval: 'year' },
  })
  const differing = await configured({ STRIPE_PRICE_ANNUAL: dearer.id })
  await comparePrices(differing.ctx)
  const named = [
    {
      level: 'error',
      plan: 'annual',
      priceId: dearer.id,
      difference: 'we offer 97.00 usd / year, the provider charges 99.00 usd / year',
    },
  ]
  expect(linesOf(differing, 'is not the one we offer')).toMatchObject(named)
  const answer = await openBuyer(differing).open()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'price-differs'])
  expect(answer.json().error).toContain('Nothing was charged.')
  expect(linesOf(differing, 'is not the one we offer')).toMatchObject([...named, ...named])

  const unknown = await configured({ STRIPE_PRICE_ANNUAL: 'price_of_nobody' })
  await comparePrices(unknown.ctx)
  expect(linesOf(unknown, 'is not the one we offer')).toMatchObject([
    { difference: 'the provider does not know it' },
  ])
})

test('prices that are as offered, or are not there yet, are no line in the log', async () => {
  const fresh = await configured({})
  await comparePrices(fresh.ctx)
  expect(linesOf(fresh, 'price')).toEqual([])
  expect((await openBuyer(fresh).open()).statusCode).toBe(200)
  await comparePrices(fresh.ctx)
  expect(linesOf(fresh, 'price')).toEqual([])
  const id = await priceIdOf(fresh.ctx, 'annual')
  expect(await app.ctx.payments.stripe.prices.retrieve(id)).toMatchObject({ unit_amount: 9700 })
})
