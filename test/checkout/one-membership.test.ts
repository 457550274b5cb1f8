import { beforeEach, describe, expect, test } from 'vitest'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { createPerson, createSubscriber } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { type Buyer, join, openBuyer, rowOf, subscriptionOf } from './buyers.ts'

const app = useTestApp({ hasPayments: true })

// The sandbox has one card of each kind; clearing the trials makes everybody's card their own.
beforeEach(() => app.db.deleteFrom('trials').execute())

describe('whoever has a membership is not sold another', () => {
  const refused = async (buyer: Buyer, text: RegExp) => {
    const before = app.payments.processor.objects('checkout.session').length
    const response = await buyer.open({ checkout_token: 'x'.repeat(43) })
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'already-member', error: expect.stringMatching(text) },
    ])
    expect(app.payments.processor.objects('checkout.session')).toHaveLength(before)
  }

  test.each([
    ['trialing', /member already/],
    ['active', /member already/],
    ['past_due', /payment failed. Fix it on your account page/],
  ])('while it is %s', async (status, text) => {
    const person = await createSubscriber(app.ctx, status)
    await refused(openBuyer(app, { person }), text)
  })

  test('while its cancellation is pending: it can be resumed', async () => {
    const joined = await join(app)
    expect((await joined.act('cancel')).statusCode).toBe(200)
    await refused(joined, /account page/)
    expect((await joined.act('resume')).json()).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('nor whoever has paid and not made the account yet', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, buyer.email)
    // No webhook has arrived yet, so the provider is asked.
    const response = await buyer.open({ priceId: 'monthly' })
    expect([response.statusCode, response.json().code]).toEqual([409, 'already-paid'])
    expect(await buyer.verify(sessionId)).toMatchObject({ valid: true })
  })

  test.each([[true], [false]])(
    'nor whoever has paid in this browser and signed in then (heard of: %s)',
    async (isHeardOf) => {
      const person = await createPerson(app.ctx)
      const visitor = openBuyer(app)
      const sessionId = await visitor.begin()
      app.payments.pay(sessionId, person.email)
      if (isHeardOf) await app.payments.deliverAll()
      const binding = `co=${visitor.browser.cookies.get('co')}`
      const signedIn = openBuyer(app, { cookie: `${binding}; ${person.cookie}` })
      const response = await signedIn.open({ priceId: 'monthly' })
      expect([response.statusCode, response.json().code]).toEqual([409, 'already-paid'])
      // The cookie lets the page lead on to where the account is made.
      const name = signedIn.browser.cookies.get('pending_session') ?? ''
      expect(await signedIn.verify(name)).toMatchObject({ valid: true, sessionId })
      // Another browser of the same person does not have the cookie.
      expect((await openBuyer(app, { person }).open()).statusCode).toBe(200)
    },
  )

  test('nor whoever pays in the other tab in the moment between', async () => {
    const person = await createPerson(app.ctx)
    const buyer = openBuyer(app, { person })
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, person.email)
    await refused(buyer, /member already/)
  })
})

describe('whoever has none can join again', () => {
  test.each(['incomplete', 'incomplete_expired', 'canceled', 'unpaid', 'paused'])(
    'after one that is %s',
    async (status) => {
      const person = await createSubscriber(app.ctx, status)
      const buyer = openBuyer(app, { person })
      const sessionId = await buyer.begin()
      app.payments.pay(sessionId, person.email)
      await buyer.verify(sessionId)
      expect(await buyer.subscription()).toMatchObject({ isMember: true })
    },
  )

  test('after a card that was declined, at the same page and for one charge', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin({ priceId: 'monthly' })
    expect(() => app.payments.pay(sessionId, buyer.email, '4000000000000002')).toThrow()
    expect(await buyer.verify(sessionId)).toMatchObject({ valid: false })
    expect(await buyer.begin({ priceId: 'monthly' })).toBe(sessionId)
    app.payments.pay(sessionId, buyer.email)
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
    const { data } = await app.ctx.payments.stripe.subscriptions.list({ limit: 1 })
    expect(data[0]?.id).toBe(await subscriptionOf(app, sessionId))
  })

  test('with what they paid before kept as it was, and no second customer', async () => {
    const joined = await join(app)
    await app.ctx.payments.stripe.subscriptions.cancel(joined.subscriptionId)
    await syncSubscription(app.ctx, joined.subscriptionId)
    expect(await joined.subscription()).toMatchObject({ status: 'canceled', isMember: false })

    const again = await joined.begin()
    app.payments.pay(again, joined.email)
    expect(await joined.verify(again)).toMatchObject({ valid: true, isLinked: true })
    expect(await joined.subscription()).toMatchObject({ status: 'active', isMember: true })
    const rows = [
      await rowOf(app, joined.subscriptionId),
      await rowOf(app, await subscriptionOf(app, again)),
    ]
    expect(rows[1]?.customerId).toBe(rows[0]?.customerId)
    expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, null])
  })
})
