import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSales } from '#app/membership/server/plans/sales.ts'
import { newToken } from '#app/server/tokens.ts'
import { createPerson, createSubscription } from '#test/support/factories.ts'
import { withTrouble } from '#test/support/paying/payer.ts'
import { chargesAt, openBuyer, rowOf, sessionsAt, subscriptionOf, verifyUrl } from './buyers.ts'
import { useUnsteadyApp } from './unsteady-app.ts'

const { app, provider } = await useUnsteadyApp()
afterEach(() => createSales(app.ctx).end())

const CREATE = /^POST \/v1\/checkout\/sessions$/
const RETRIEVE = /^GET \/v1\/checkout\/sessions\/cs_/
const APOLOGY = {
  code: 'payments-unavailable',
  error:
    'We cannot reach our payment provider right now. Nothing was charged. Please try again in a moment.',
}
const openOnes = () => sessionsAt(app).filter(({ status }) => status === 'open')

describe('opening a payment page', () => {
  test.each([['resets'], ['resets after the work'], ['fails'], ['fails after the work']] as const)(
    'when the provider once %s works all the same, with one session',
    async (mood) => {
      const buyer = openBuyer(app)
      const before = sessionsAt(app).length
      provider.next(CREATE, mood, 1)
      expect((await buyer.open()).statusCode).toBe(200)
      expect(sessionsAt(app)).toHaveLength(before + 1)
    },
  )

  test.each([
    ['resets'],
    ['resets after the work'],
    ['fails'],
    ['fails after the work'],
    ['is busy'],
  ] as const)('when it %s again and again says so, and trying again is safe', async (mood) => {
    const buyer = openBuyer(app)
    const token = { checkout_token: newToken() }
    const before = sessionsAt(app).length
    provider.next(CREATE, mood)
    const failed = await buyer.open(token)
    expect([failed.statusCode, failed.json()]).toMatchObject([503, APOLOGY])
    expect(failed.headers['retry-after']).toMatch(/^[5-9]$/)

    provider.calm()
    const again = await buyer.open(token)
    expect(again.statusCode).toBe(200)
    expect(sessionsAt(app)).toHaveLength(before + 1)
    app.payments.pay(again.json().id, buyer.email)
    expect(await buyer.verify(again.json().id)).toMatchObject({ valid: true })
  })

  test('when it does the work, fails, and says the same for ever to that key', async () => {
    await createSales(app.ctx).set({
      priceCents: 6600,
      firstDay: '2026-01-01',
      lastDay: '2030-01-01',
    })
    const buyer = openBuyer(app)
    const before = sessionsAt(app).length
    await withTrouble(app, { failAfterWork: true }, async () => {
      // The sale is read first, then the page.
      for (let time = 0; time < 2; time += 1) expect((await buyer.open()).statusCode).toBe(503)
    })
    expect((await buyer.open()).json()).toMatchObject({ isSale: true })
    expect(sessionsAt(app)).toHaveLength(before + 1)
  })

  test('while the provider is down says so in words a buyer understands', async () => {
    const buyer = openBuyer(app)
    const open = openOnes().length
    await withTrouble(app, { isDown: true }, async () => {
      const { statusCode, body } = await buyer.open()
      expect([statusCode, JSON.parse(body)]).toMatchObject([503, APOLOGY])
      expect(body).not.toMatch(/stripe|sandbox|socket|127\.0\.0\.1|stack/i)
    })
    expect(openOnes()).toHaveLength(open)
    expect((await buyer.open()).statusCode).toBe(200)
  })

  test('that cannot be closed when another plan is wanted: at most one is paid for', async () => {
    const buyer = openBuyer(app)
    const annual = await buyer.begin()
    provider.next(/\/expire$/, 'fails')
    const monthly = await buyer.begin({ priceId: 'monthly' })
    app.payments.pay(annual, buyer.email)
    app.payments.pay(monthly, buyer.email)
    await app.payments.deliverAll()
    const live = []
    for (const id of [annual, monthly]) {
      const { status } = await app.ctx.payments.stripe.subscriptions.retrieve(
        await subscriptionOf(app, id),
      )
      if (status !== 'canceled') live.push(id)
    }
    expect(live).toHaveLength(1)
    expect(chargesAt(app).filter((cents) => cents > 0)).toEqual([])
  })

  test('in the moment in which the other one is paid is refused', async () => {
    const buyer = openBuyer(app)
    const annual = await buyer.begin()
    // The payment arrives between our read and our request to close the session.
    provider.answer(RETRIEVE, (session) => {
      provider.calm()
      app.payments.pay(annual, buyer.email)
      return session
    })
    const response = await buyer.open({ priceId: 'monthly' })
    expect([response.statusCode, response.json().code]).toEqual([409, 'already-paid'])
  })

  test('is no way to try many: the limit says when to come back', async () => {
    const buyer = openBuyer(app)
    const statuses = []
    for (let time = 0; time < 12; time += 1) {
      const plan = time % 2 === 0 ? 'annual' : 'monthly'
      statuses.push((await buyer.open({ priceId: plan })).statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  })
})

describe('whoever asks without end is told when to come back', () => {
  const many = async (most: number, ask: () => ReturnType<typeof buyer.open>) => {
    for (let time = 0; time < most; time += 1) expect((await ask()).statusCode).toBe(200)
    provider.calm()
    const refused = await ask()
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(provider.calls).toEqual([])
  }
  let buyer: ReturnType<typeof openBuyer>
  beforeEach(() => {
    buyer = openBuyer(app)
  })

  test('for a page that is open', async () => {
    await many(60, () => buyer.open())
  })

  test('how a payment ended', async () => {
    const sessionId = await buyer.begin()
    await many(120, () => buyer.browser.get(verifyUrl(sessionId)))
    // Settled checkouts are read from our database, without a call to the provider.
    await app.db
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('sessionId', '=', sessionId)
      .execute()
    expect(await buyer.verify(sessionId)).toMatchObject({ code: 'expired' })
  })
})

describe('coming back from the payment page', () => {
  test('while the provider is away tells to wait, and keeps what is known', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, buyer.email)
    await withTrouble(app, { isDown: true }, async () => {
      for (const call of [
        buyer.browser.get(verifyUrl(sessionId)),
        buyer.complete(sessionId),
        buyer.open(),
      ]) {
        const response = await call
        expect([response.statusCode, response.json().code]).toEqual([503, APOLOGY.code])
      }
    })
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
    await withTrouble(app, { isDown: true }, async () => {
      // A settled checkout needs no call to the provider.
      expect(await buyer.verify(sessionId)).toMatchObject({ valid: true, isSignedIn: true })
      expect(await buyer.subscription()).toMatchObject({ isMember: true })
    })
  })

  test('when the provider refuses our key is a fault of ours, and nobody is told to sign in', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    app.logLines.length = 0
    provider.next(RETRIEVE, 'knows no such key')
    const { statusCode, body } = await buyer.browser.get(verifyUrl(sessionId))
    expect([statusCode, JSON.parse(body).code]).toEqual([503, APOLOGY.code])
    expect(body).not.toMatch(/key|stripe/i)
    expect(app.logLines.join('')).toContain('does not accept STRIPE_SECRET_KEY')
  })

  test('while the provider answers slowly or resets works, with one membership', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin({ priceId: 'monthly' })
    app.payments.pay(sessionId, buyer.email)
    provider.next(RETRIEVE, 'resets', 1)
    provider.next(/^GET \/v1\/subscriptions/, 'fails', 1)
    await withTrouble(app, { latencyMs: 100 }, async () => {
      const answers = await Promise.all([1, 2, 3].map(() => buyer.verify(sessionId)))
      expect(answers.map(({ valid }) => valid)).toEqual([true, true, true])
    })
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
    const { userId } = await rowOf(app, await subscriptionOf(app, sessionId))
    const rows = app.db.selectFrom('subscriptions').selectAll().where('userId', '=', userId)
    expect(await rows.execute()).toMatchObject([{ status: 'trialing', plan: 'monthly' }])
  })
})

test.each([
  ['has deleted', () => deletedCustomer()],
  ['has never heard of', async () => 'cus_never_heard_of'],
])('whom the provider %s joins as a new customer', async (_what, customer) => {
  const person = await createPerson(app.ctx)
  const customerId = await customer()
  const { id } = await createSubscription(app.ctx, person, { status: 'canceled' })
  await app.db.updateTable('subscriptions').set({ customerId }).where('id', '=', id).execute()
  const buyer = openBuyer(app, { person })
  const sessionId = await buyer.begin()
  app.payments.pay(sessionId, person.email)
  expect(await buyer.verify(sessionId)).toMatchObject({ valid: true, isSignedIn: true })
  expect(await buyer.subscription()).toMatchObject({ isMember: true })
})

async function deletedCustomer(): Promise<string> {
  const { customers } = app.ctx.payments.stripe
  const { id } = await customers.create({ email: 'gone@buyers.test' })
  await customers.del(id)
  return id
}
