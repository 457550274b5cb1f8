import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { lockOwner } from '#app/membership/server/subscription/subscriptions.queries.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { checkoutOf, openBuyer } from '#test/checkout/buyers.ts'
import { openBrowser } from '#test/support/browser.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { openCheckout, purchase } from './purchases.ts'
import { findRow } from './records.ts'
import { startSlowProvider } from './slow-provider.ts'
import { deliver, eventsAbout, madeUpEvent, post } from './webhooks.ts'

const provider = await startSlowProvider()
const app = useTestApp({
  hasPayments: true,
  environment: { STRIPE_API_BASE: provider.origin },
})
beforeAll(() => provider.pointTo(app.ctx.config.http.ownOrigin))
afterAll(() => provider.close())

const findCheckout = (id: string) =>
  app.db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst()

test('an answer from before the payment takes nothing from what is known after it', async () => {
  const open = await openCheckout(app)
  const { asked, release } = provider.holdNext(`GET /v1/checkout/sessions/${open.sessionId}`)
  const url = `/api/verify-checkout-session?session_id=${open.sessionId}`
  const early = openBrowser(app, open.cookie).get(url)
  await asked
  app.payments.pay(open.sessionId, open.email)
  await deliver(app, eventsAbout(app, open.sessionId))
  const known = await findCheckout(open.checkoutId)
  expect(known).toMatchObject({ status: 'complete', customerId: expect.any(String) })
  release()
  expect((await early).statusCode).toBe(200)
  expect(await findCheckout(open.checkoutId)).toEqual(known)
})

test('a slower second click opens nothing that has been paid at meanwhile', async () => {
  const buyer = openBuyer(app, { cookie: `co=${newToken()}` })
  const { asked, release } = provider.holdNext('POST /v1/checkout/sessions')
  const slower = buyer.open()
  await asked
  const sessionId = await buyer.begin()
  app.payments.pay(sessionId, buyer.email)
  expect(await buyer.verify(sessionId)).toMatchObject({ valid: true, isLinked: false })
  const known = await checkoutOf(app, sessionId)

  release()
  const answer = await slower
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'already-paid'])
  expect(await checkoutOf(app, sessionId)).toEqual(known)
  expect(await buyer.verify(sessionId)).toMatchObject({ valid: true })
  expect((await buyer.complete(sessionId)).statusCode).toBe(200)
})

test('a checkout that is complete and was called open again is complete at the next look', async () => {
  const buyer = openBuyer(app)
  const sessionId = await buyer.begin()
  app.payments.pay(sessionId, buyer.email, '5555555555554444')
  await buyer.verify(sessionId)
  await app.db
    .updateTable('checkouts')
    .set({ status: 'open' })
    .where('sessionId', '=', sessionId)
    .execute()
  expect(await buyer.verify(sessionId)).toMatchObject({ valid: true })
  expect((await buyer.complete(sessionId)).statusCode).toBe(200)
})

// The embedded database runs transactions one after the other, so nothing can interleave.
test.runIf(inject('engine') === 'postgres')(
  'a renewal that is written while its membership is claimed belongs to the claimant',
  async () => {
    const person = await createPerson(app.ctx)
    const binding = newToken()
    const bought = await purchase(app, { email: person.email, binding, plan: 'monthly' })
    await deliver(app, eventsAbout(app, bought.customerId))
    app.payments.processor.advance(32 * 24 * 60 * 60)

    const renewed = madeUpEvent({
      type: 'customer.subscription.updated',
      data: { object: { id: bought.subscriptionId } },
    })
    // The webhook is halfway through its transaction when the claim arrives.
    const held = await app.db.startTransaction().execute()
    await lockOwner(held, hashToken(binding))
    const halfway = post(app, renewed)
    await untilWaiting(app.db, 1)
    const claiming = openBrowser(app, `${bought.cookie}; ${person.cookie}`).postWithToken(
      '/api/complete-checkout',
      { session_id: bought.sessionId, email: bought.email },
    )
    await untilWaiting(app.db, 2)
    await held.rollback().execute()
    expect([(await halfway).statusCode, (await claiming).statusCode]).toEqual([200, 200])
    expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ userId: person.id })
    const payments = await app.db
      .selectFrom('payments')
      .select('userId')
      .where('subscriptionId', '=', bought.subscriptionId)
      .execute()
    expect(payments).toEqual([{ userId: person.id }, { userId: person.id }])
  },
)
