import { describe, expect, test } from 'vitest'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { newId } from '#app/server/ids.ts'
import { createPerson } from '#test/support/factories.ts'
import { MONTHLY_CENTS } from '#test/support/offer.ts'
import { createPayer, type Payer, withTrouble } from '#test/support/paying/payer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { cancelSubscription } from './actions.ts'

const app = useTestApp({ hasPayments: true })

const call = (who: { cookie: string }, action: string, body?: object) =>
  app.as(who).inject({
    method: 'POST',
    url: `/api/subscription/${action}`,
    ...(body ? { payload: body } : {}),
  })
const read = async (who: { cookie: string }) =>
  (await app.as(who).inject({ url: '/api/subscription' })).json()
const atProvider = ({ subscriptionId }: Payer) =>
  app.ctx.payments.stripe.subscriptions.retrieve(subscriptionId)
const row = ({ subscriptionId }: Payer) =>
  app.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()

const DAY = 24 * 60 * 60

describe('cancelling', () => {
  test('ends the subscription with the period, and every deal stays open until then', async () => {
    const payer = await createPayer(app)
    const { currentPeriodEnd } = await read(payer)
    const response = await call(payer, 'cancel')
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { status: 'active', cancelAtPeriodEnd: true, currentPeriodEnd, isMember: true },
    ])
    expect(await read(payer)).toEqual(response.json())
    expect(await atProvider(payer)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  })

  test('twice, also at the same moment, is once', async () => {
    const payer = await createPayer(app)
    const answers = await Promise.all([call(payer, 'cancel'), call(payer, 'cancel')])
    answers.push(await call(payer, 'cancel'))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await read(payer)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  })

  test('during the trial ends with the trial, and nothing is ever charged', async () => {
    const payer = await createPayer(app, { isTrial: true })
    expect((await call(payer, 'cancel')).json()).toMatchObject({
      status: 'trialing',
      cancelAtPeriodEnd: true,
      isMember: true,
    })
    app.payments.processor.advance(4 * DAY)
    await syncSubscription(app.ctx, payer.subscriptionId)
    expect(await read(payer)).toMatchObject({ status: 'canceled', isMember: false })
    expect(await receipts(payer)).toEqual([])
  })

  test.each([
    ['a trial', { isTrial: true }, []],
    ['a paid month', { plan: 'monthly' as const }, [MONTHLY_CENTS / 100]],
  ])(
    'in the hour after %s ends it at once, and the bill that waits is never charged',
    async (_name, draft, paid) => {
      const payer = await createPayer(app, draft)
      const { currentPeriodEnd } = await read(payer)
      const left = Date.parse(currentPeriodEnd) - app.payments.processor.now().getTime()
      app.payments.processor.advance(left / 1000 + 10 * 60)
      await syncSubscription(app.ctx, payer.subscriptionId)
      expect(await read(payer)).toMatchObject({ status: 'active', isMember: true })

      expect((await call(payer, 'cancel')).json()).toMatchObject({
        status: 'canceled',
        isMember: false,
      })
      app.payments.processor.advance(2 * DAY)
      await syncSubscription(app.ctx, payer.subscriptionId)
      const amounts = (await receipts(payer)).map(({ amount }: { amount: number }) => amount)
      expect(amounts).toEqual(paid)
    },
  )

  test('in the moment in which that bill is charged sends the money back', async () => {
    const payer = await createPayer(app, { isTrial: true })
    app.payments.processor.advance(3 * DAY + 10 * 60)
    await syncSubscription(app.ctx, payer.subscriptionId)
    const { stripe } = app.ctx.payments
    const subscriptions = new Proxy(stripe.subscriptions, {
      get: (real, name) => {
        if (name !== 'cancel') return Reflect.get(real, name).bind(real)
        return (id: string) => {
          app.payments.processor.advance(60 * 60)
          return real.cancel(id)
        }
      },
    })
    const late = new Proxy(stripe, {
      get: (real, name) => (name === 'subscriptions' ? subscriptions : Reflect.get(real, name)),
    })
    const ctx = { ...app.ctx, payments: { ...app.ctx.payments, stripe: late } }
    expect(await cancelSubscription(ctx, payer.id)).toMatchObject({ status: 'canceled' })
    await app.payments.deliverAll()
    expect(await receipts(payer)).toMatchObject([{ amount: 97, refunded: 97 }])
  })

  test('with a payment overdue ends it at once, and no payment is tried again', async () => {
    const payer = await createOverdue()
    const { status, isMember, currentPeriodEnd } = (await call(payer, 'cancel')).json()
    expect([status, isMember]).toEqual(['canceled', false])
    expect(Date.parse(currentPeriodEnd)).toBeLessThanOrEqual(app.payments.processor.now().getTime())
    app.payments.processor.advance(40 * DAY)
    await syncSubscription(app.ctx, payer.subscriptionId)
    expect(await receipts(payer)).toEqual([])
  })

  test('what has ended already is refused in words', async () => {
    const payer = await createPayer(app)
    await app.ctx.payments.stripe.subscriptions.cancel(payer.subscriptionId)
    const response = await call(payer, 'cancel')
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'already-ended', error: /already ended/ },
    ])
    // Our row was out of date; now it is not.
    expect(await read(payer)).toMatchObject({ status: 'canceled' })
  })

  test('touches nobody else, whatever the request names', async () => {
    const [payer, other] = [await createPayer(app), await createPayer(app)]
    const named = {
      subscriptionId: other.subscriptionId,
      id: other.subscriptionId,
      userId: other.id,
    }
    expect((await call(payer, 'cancel', named)).statusCode).toBe(200)
    expect(await atProvider(other)).toMatchObject({ cancel_at_period_end: false })
    expect(await atProvider(payer)).toMatchObject({ cancel_at_period_end: true })
  })

  test('ends the one that goes on, not a double of it', async () => {
    const payer = await createPayer(app)
    const double = await createPayer(app)
    await app.db
      .updateTable('subscriptions')
      .set({ userId: payer.id, duplicateOf: payer.subscriptionId })
      .where('id', '=', double.subscriptionId)
      .execute()
    expect((await call(payer, 'cancel')).statusCode).toBe(200)
    expect(await atProvider(payer)).toMatchObject({ cancel_at_period_end: true })
    expect(await read(payer)).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('needs somebody with a subscription', async () => {
    const person = await createPerson(app.ctx)
    const nobody = await call({ cookie: '' }, 'cancel')
    const none = await call(person, 'cancel')
    expect([nobody.statusCode, none.statusCode, none.json().code]).toEqual([
      401,
      409,
      'no-subscription',
    ])
  })

  test('changes nothing here when the provider fails, and works when asked again', async () => {
    const payer = await createPayer(app)
    const before = await row(payer)
    await withTrouble(app, { isDown: true }, async () => {
      const response = await call(payer, 'cancel')
      expect([response.statusCode, response.json().code]).toEqual([503, 'payments-unavailable'])
      expect(response.json().error).toContain('Your subscription has not been changed.')
      expect(await row(payer)).toEqual(before)
    })
    expect((await call(payer, 'cancel')).json()).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('holds when the provider does it and then fails to say so', async () => {
    const payer = await createPayer(app)
    await withTrouble(app, { failAfterWork: true }, () => call(payer, 'cancel'))
    const again = await call(payer, 'cancel')
    expect([again.statusCode, again.json().cancelAtPeriodEnd]).toEqual([200, true])
  })

  test('says so when the provider has lost the membership, and logs it', async () => {
    const person = await createPerson(app.ctx)
    await app.db
      .insertInto('subscriptions')
      .values({ id: `sub_${newId()}`, userId: person.id, status: 'active', plan: 'annual' })
      .execute()
    for (const action of ['cancel', 'resume', 'fix-payment', 'portal']) {
      const response = await call(person, action)
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'unknown-to-provider', error: /write to our support/ },
      ])
    }
    expect(app.logLines.join('')).toContain('the provider does not know this member')
    expect(await read(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  })
})

describe('resuming', () => {
  test('takes a cancellation back, as often as somebody changes their mind', async () => {
    const payer = await createPayer(app)
    for (let time = 0; time < 3; time += 1) {
      expect((await call(payer, 'cancel')).json()).toMatchObject({ cancelAtPeriodEnd: true })
      expect((await call(payer, 'resume')).json()).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: false,
      })
    }
    const paidOnce = await receipts(payer)
    expect(paidOnce).toHaveLength(1)
  })

  test("takes back a day that was set on the provider's own pages", async () => {
    const payer = await createPayer(app)
    const { current_period_end } = (await atProvider(payer)).items.data[0] ?? {}
    await app.ctx.payments.stripe.subscriptions.update(payer.subscriptionId, {
      cancel_at: current_period_end ?? 0,
    })
    await syncSubscription(app.ctx, payer.subscriptionId)
    expect(await read(payer)).toMatchObject({ cancelAtPeriodEnd: true })

    expect((await call(payer, 'resume')).json()).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await atProvider(payer)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  })

  test('is harmless when nothing was cancelled', async () => {
    const payer = await createPayer(app)
    const response = await call(payer, 'resume')
    expect([response.statusCode, response.json().cancelAtPeriodEnd]).toEqual([200, false])
  })

  test('comes too late once it has ended', async () => {
    const payer = await createPayer(app, { isTrial: true })
    await call(payer, 'cancel')
    app.payments.processor.advance(4 * DAY)
    const response = await call(payer, 'resume')
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'already-ended', error: /start again/ },
    ])
  })
})

async function receipts(who: { cookie: string }) {
  return (await app.as(who).inject({ url: '/api/subscription/receipts' })).json()
}

/** A payer whose card worked for the trial and fails at its end. */
async function createOverdue(): Promise<Payer> {
  const payer = await createPayer(app, { isTrial: true, card: CARDS.failsLater })
  app.payments.processor.advance(3 * DAY + 2 * 60 * 60)
  await syncSubscription(app.ctx, payer.subscriptionId)
  expect(await read(payer)).toMatchObject({ status: 'past_due', isMember: false })
  return payer
}
